import { connect } from 'node:net';
import { transcript } from './transcript.ts';

/** Sends bytes as they are on a connection of their own and gives all that comes back until it closes, or `waitMs` pass. */
export function sendRaw(url: string, bytes: string | Uint8Array, { waitMs = 2000 } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    let received = '';
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      transcript.answers.push({ request: 'raw', status: Number(received.split(' ')[1]), headers: '', body: received });
      resolve(received);
    };
    const timer = setTimeout(finish, waitMs);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish() : reject(error)));
  });
}
