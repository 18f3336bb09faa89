// Runs an MQTT broker without rules or storage for comparison, and prints its port.
import { createServer } from 'node:net';
import process from 'node:process';
import { Aedes } from 'aedes';

const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
