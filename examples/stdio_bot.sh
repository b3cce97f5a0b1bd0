#!/bin/sh
# A bot in plain shell: imhotep arena stdio:command=examples/stdio_bot.sh random
# It always plays the first move. The fields it needs come first in a line, so it doesn't need a JSON parser.
while read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"type":"hello","protocol":1}'
        ;;
    '{"type":"move"'*)
        id=${line#*'"id":'}
        id=${id%%,*}
        move=${line#*'"moves":["'}
        move=${move%%'"'*}
        echo "{\"type\":\"move\",\"id\":$id,\"move\":\"$move\"}"
        ;;
    esac
done
