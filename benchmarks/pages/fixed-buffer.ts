import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The limit: a buffer of the given size and nothing else.
const body = Buffer.alloc(Number(process.argv[2]), 'x')
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
