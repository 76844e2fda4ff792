// Started by the benchmark: the server with the fastest start.
import { createServer } from 'node:http'

createServer((_, response) => response.end('ok')).listen(Number(process.argv[2]), '127.0.0.1')
