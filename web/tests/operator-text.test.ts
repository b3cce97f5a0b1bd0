// The pages of whoever runs the server: nothing in their text becomes anything but text and links.
import { expect, test } from "vitest";

import { linked, parts } from "../src/pages/operator-text";

test("paragraphs and headings", () => {
  expect(parts("# Who we are\nMerit\nThebes\r\n\r\n\n##  Data \n\nGames.\n#not a heading")).toEqual([
    { heading: true, text: "Who we are" },
    { heading: false, text: "Merit\nThebes" },
    { heading: true, text: "Data" },
    { heading: false, text: "Games.\n#not a heading" },
  ]);
  expect(parts(" \n\n ")).toEqual([]);
});

test("addresses are links, without the end of the sentence", () => {
  expect(linked("Write to us@imhotep.example, or see (https://imhotep.example/a?b=c).")).toEqual([
    { text: "Write to " },
    { text: "us@imhotep.example", href: "mailto:us@imhotep.example" },
    { text: ", or see (" },
    { text: "https://imhotep.example/a?b=c", href: "https://imhotep.example/a?b=c" },
    { text: ")." },
  ]);
});

test("nothing else is", () => {
  for (const text of ["javascript:alert(1)", "<a href=x>", "a @ b", "data:text/html,x", "me@here"]) {
    expect(linked(text)).toEqual([{ text }]);
  }
});
