import { ServiceError } from '../../src/domain/errors.ts';

/** A port that works as the real one until it is given a fault, and then fails every call with it. */
export interface Unreliable<T> {
  readonly port: T;
  /** What every call rejects with; works where it is undefined. */
  fault: unknown;
  /** The calls that were made, by the name of the method. */
  readonly calls: string[];
}

export function unreliable<T extends object>(real: T): Unreliable<T> {
  const state: Unreliable<T> = {
    calls: [],
    fault: undefined,
    port: new Proxy(real, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          state.calls.push(String(name));
          if (name === 'close' || state.fault === undefined) return Reflect.apply(member, target, args);
          return name === 'isUp' ? Promise.resolve(false) : Promise.reject(state.fault);
        };
      },
    }),
  };
  return state;
}

export function unreachable(): ServiceError {
  return new ServiceError('STORE_UNAVAILABLE', 'no route to the store', { cause: new Error('ECONNREFUSED') });
}
