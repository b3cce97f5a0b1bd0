#!/usr/bin/env node
// A bot in JavaScript: imhotep arena "stdio:command=node examples/stdio_bot.js" random
// It plays a legal move at random.
const readline = require("node:readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 1 });
  } else if (message.type === "move") {
    const move = message.moves[Math.floor(Math.random() * message.moves.length)];
    say({ type: "move", id: message.id, move });
  }
});
