import { SESSION_LIVES_MS } from '../../../domain/account/session.ts';
import type { Context } from '../context.ts';
import { isBehindTls } from './own-origin.ts';

const NAME = 'passwords-session';

/**
 * Where a browser keeps the token of its session: no script reads it, and no form of another site brings it along. Behind TLS it
 * goes over nothing else, and no other host can have set it (RFC 6265bis, section 4.1.3.2).
 */
export class SessionCookie {
  readonly #publicUrl: string | null;

  constructor(publicUrl: string | null) {
    this.#publicUrl = publicUrl;
  }

  /** Empty where there is none. */
  read(ctx: Context): string {
    return ctx.cookies.get(this.#nameFor(ctx)) ?? '';
  }

  set(ctx: Context, token: string): void {
    this.#write(ctx, token, SESSION_LIVES_MS / 1000);
  }

  clear(ctx: Context): void {
    this.#write(ctx, '', 0);
  }

  #write(ctx: Context, token: string, maxAgeSeconds: number): void {
    const secure = isBehindTls(ctx, this.#publicUrl) ? '; Secure' : '';
    const facts = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
    ctx.state.headers['Set-Cookie'] = `${this.#nameFor(ctx)}=${token}; ${facts}`;
  }

  #nameFor(ctx: Context): string {
    return isBehindTls(ctx, this.#publicUrl) ? `__Host-${NAME}` : NAME;
  }
}
