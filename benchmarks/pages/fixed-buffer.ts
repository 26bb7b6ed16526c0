import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The limit: given header fields and the bytes of a file, and nothing else.
const fields: Record<string, string> = JSON.parse(process.argv[2]!)
const body = readFileSync(process.argv[3]!)
const server = createServer((_, response) => {
  response.writeHead(200, fields)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
