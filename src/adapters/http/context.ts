import type { Middleware as KoaMiddleware, ParameterizedContext } from 'koa';
import type { Caller } from '../../application/authenticate-caller.ts';

/** What the steps of a request's way tell each other. */
export interface RequestState {
  requestId: string;
  /** What the answer will say besides its body's type and length. */
  headers: Record<string, string>;
  /** The path of the matched route; undefined where there is none. */
  route?: string;
  caller?: Caller;
}

export type Context = ParameterizedContext<RequestState>;
export type Middleware = KoaMiddleware<RequestState>;
/** One of a route's steps: what refuses a request throws, what has to wait returns a promise, and the next one follows. */
export type Step = (ctx: Context) => void | Promise<void>;
