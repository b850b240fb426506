import { createServer } from 'node:http';
import { announce } from './job.js';

/** The least that any server on Node costs: the body is read, and a constant is sent. */
const { headers, body } = JSON.parse(process.env.ANSWER);
const text = JSON.stringify(body);
const all = {
  ...headers,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(text),
};
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(200, all).end(text));
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
