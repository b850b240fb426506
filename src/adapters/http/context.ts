import type { Middleware as KoaMiddleware, ParameterizedContext } from 'koa';
import type { Caller } from '../../application/authenticate-caller.ts';
import type { SignedIn } from '../../application/keep-sessions.ts';
import type { FailureAnswer } from './error-answer.ts';

/** What the steps of a request's way tell each other. */
export interface RequestState {
  requestId: string;
  /** What the answer will say besides its body's type and length. */
  headers: Record<string, string>;
  /** The path of the matched route; undefined where there is none. */
  route?: string;
  caller?: Caller;
  /** What stands in the path in the place of a route's parameters; undefined where it has none. */
  params?: Readonly<Record<string, string>>;
  /** What came with a page's form. */
  form?: URLSearchParams;
  /** Who is signed in to the dashboard. */
  signedIn?: SignedIn;
  /** How a failure is shown, where that is not as JSON. */
  showFailure?: (ctx: Context, thrown: unknown) => FailureAnswer;
}

export type Context = ParameterizedContext<RequestState>;
export type Middleware = KoaMiddleware<RequestState>;
/** One of a route's steps: what refuses a request throws, what has to wait returns a promise, and the next one follows. */
export type Step = (ctx: Context) => void | Promise<void>;
