import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../domain/errors.ts';

interface Place {
  readonly host: string;
  readonly port: number;
  /** The setting by which an operator chooses the port. */
  readonly setting: 'PORT' | 'METRICS_PORT';
}

/**
 * @returns the URL under which the server answers on this machine
 * @throws ServiceError ADDRESS_UNUSABLE
 */
export async function listenOn(server: Server, place: Place): Promise<string> {
  const { host, port } = place;
  server.listen({ host, port });
  await once(server, 'listening').catch((cause) => {
    throw unusable(place, cause);
  });
  return urlOf(server.address() as AddressInfo);
}

/** Where whoever is on this machine finds what listens on an address. */
export function urlOf({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const local = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

function unusable({ host, port, setting }: Place, cause: NodeJS.ErrnoException): ServiceError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `is in use: stop what listens there, or set ${setting} to a free one`,
    EACCES: `needs more rights than this user has: set ${setting} to 1024 or above`,
  };
  const reason = reasons[cause.code ?? ''] ?? `can't be listened on (${cause.code}): check HOST and ${setting}`;
  return new ServiceError('ADDRESS_UNUSABLE', `Port ${port} on ${host} ${reason}.`, { cause });
}
