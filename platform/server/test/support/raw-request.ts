import { connect, type Socket } from 'node:net';

/** Opens a connection and writes raw text. Connection errors are ignored. */
export async function rawSocket(port: number, text = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  return socket;
}

/** Sends text and collects the response until the server closes the connection. */
export async function rawRequest(port: number, text: string): Promise<string> {
  const socket = await rawSocket(port, text);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return answer;
}
