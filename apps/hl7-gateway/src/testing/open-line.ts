import { connect, createServer, type Server, type Socket } from 'node:net'

/** A connection between two programs that can break: requests arrive, but their answers are lost. */
export interface Line {
  port: number
  /** The number of answers still to be lost. */
  lose: number
  /** The data sent towards the target, one character for each byte. */
  said: string[]
  server: Server
}

export async function openLine(target: () => number): Promise<Line> {
  const line: Line = { port: 0, lose: 0, said: [], server: createServer() }
  line.server.on('connection', (near: Socket) => {
    const far = connect(target(), '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (data) => {
      line.said.push(data.toString('latin1'))
      far.write(data)
    })
    far.on('data', (data) => {
      if (line.lose === 0) near.write(data)
      else {
        line.lose -= 1
        end()
      }
    })
  })
  await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve))
  line.port = (line.server.address() as { port: number }).port
  return line
}
