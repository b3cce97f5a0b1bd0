"""An outside bot that plays random moves: python outside_bot.py SERVER TOKEN [TABLE]. Without a table it opens one."""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect

server, token, *table = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def post(path, data):
    return json.load(urllib.request.urlopen(urllib.request.Request(server + path, json.dumps(data).encode(), headers)))


if table:
    post(f"/api/tables/{table[0]}/join", {})
else:
    table = [post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "open"}]})["table"]]
    print(table[0], flush=True)
with connect(f"ws{server.removeprefix('http')}/api/live", additional_headers=headers, max_size=None) as socket:
    socket.send(json.dumps({"type": "watch", "table": table[0]}))
    for text in socket:
        state = json.loads(text)
        if state["type"] == "refused" and state["code"] != "stale":
            sys.exit(state["message"])
        if state["type"] == "table" and state["over"]:
            break
        if state["type"] == "table" and state["view"]["moves"]:
            move = random.choice(state["view"]["moves"])["text"]
            command = {"id": str(state["entries"]), "entries": state["entries"], "action": "move", "text": move}
            socket.send(json.dumps({"type": "do", "table": table[0], "command": command}))
