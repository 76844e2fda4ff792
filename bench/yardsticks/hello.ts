// Started by the benchmark: the fastest start there is.
import { createServer } from 'node:http'

createServer((_, response) => response.end('ok')).listen(Number(process.argv[2]), '127.0.0.1')
