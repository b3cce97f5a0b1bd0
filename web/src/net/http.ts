// Requests to the server, typed by its own document. What it refuses is thrown as a Problem.
import type { components, paths } from "./schema";

type Schemas = components["schemas"];
export type TableInfo = Schemas["TableInfo"];
export type TableState = Schemas["TableState"];
export type Offer = Schemas["Offer"];
export type SeatOffer = Schemas["SeatOffer"];
export type Line = Schemas["TalkLine"];
export type Me = Schemas["Me"];
export type Move = Schemas["Move"];

type Method = "get" | "post" | "patch" | "delete";
type Operation<M extends Method, P extends keyof paths> = paths[P][M];
type PathOf<M extends Method> = {
  [P in keyof paths]: Operation<M, P> extends { responses: unknown } ? P : never;
}[keyof paths];

type Json<T> = T extends { content: { "application/json": infer B } } ? B : never;
type Text<T> = T extends { content: { "text/plain": infer B } } ? B : never;
type Good<R> = R extends { 200: infer T }
  ? T
  : R extends { 201: infer T }
    ? T
    : R extends { 202: infer T }
      ? T
      : undefined;
type Answer<O> = O extends { responses: infer R }
  ? [Good<R>] extends [undefined]
    ? undefined
    : AnswerOf<Good<R>>
  : never;
type AnswerOf<T> = [Json<T>] extends [never] ? Text<T> : Json<T>;
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : { body?: undefined };
type Places<O> = O extends { parameters: { path: infer T } } ? { path: T } : { path?: undefined };
type Query<O> = O extends { parameters: { query?: infer T } } ? { query?: T } : { query?: undefined };
type Wish<O> = Body<O> & Places<O> & Query<O>;
type Args<O> = Record<never, never> extends Wish<O> ? [wish?: Wish<O>] : [wish: Wish<O>];

/** Why something failed: a code for programs, a sentence for people. "offline": nobody answered. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
    readonly state: TableState | null = null,
  ) {
    super(message);
    this.name = "Problem";
  }
}

async function ask(method: Method, path: string, wish: Partial<Record<"path" | "query" | "body", unknown>> = {}) {
  const places = (wish.path ?? {}) as Record<string, string | number>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((wish.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const init: RequestInit = { method: method.toUpperCase(), credentials: "same-origin" };
  if (wish.body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(wish.body);
  }
  let response: Response;
  try {
    response = await fetch(filled + (query.size ? `?${query}` : ""), init);
  } catch {
    throw new Problem("offline", "");
  }
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return undefined;
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const told = (await response.json()) as Partial<Schemas["Problem"]>;
    return new Problem(told.code ?? "broken", told.message ?? "", response.status, told.state ?? null);
  } catch {
    return new Problem("broken", "", response.status);
  }
}

export function get<P extends PathOf<"get">>(path: P, ...[wish]: Args<Operation<"get", P>>) {
  return ask("get", path, wish) as Promise<Answer<Operation<"get", P>>>;
}

export function post<P extends PathOf<"post">>(path: P, ...[wish]: Args<Operation<"post", P>>) {
  return ask("post", path, wish) as Promise<Answer<Operation<"post", P>>>;
}

export function patch<P extends PathOf<"patch">>(path: P, ...[wish]: Args<Operation<"patch", P>>) {
  return ask("patch", path, wish) as Promise<Answer<Operation<"patch", P>>>;
}

export function remove<P extends PathOf<"delete">>(path: P, ...[wish]: Args<Operation<"delete", P>>) {
  return ask("delete", path, wish) as Promise<Answer<Operation<"delete", P>>>;
}
