// As much of Node as the tests use. With @types/node the client could name Node's globals, too.
declare module "node:fs" {
  export function readdirSync(folder: URL, options: { recursive: true }): string[];
  export function readFileSync(file: URL, encoding: "utf8"): string;
}
