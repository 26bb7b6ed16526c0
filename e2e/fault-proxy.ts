import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** What happens to a call instead of its answer. */
export type Fault =
  /** Waits until `release`, then goes on as usual. */
  | 'delay'
  /** The connection is cut. */
  | 'refuse'
  /** 200, with a body that is not JSON. */
  | 'garbage'
  /** Never answered. */
  | 'silence'
  /** A bare status without problem details. */
  | number
  /** The real answer, changed. */
  | ((answer: unknown) => unknown)

export interface SetFault {
  /** Lets delayed calls go on, and ends the fault. */
  release(): void
}

export interface FaultProxy {
  /** Takes the place of the main API's root. */
  root: string
  /** The received calls, such as `POST login`, oldest first. */
  calls: string[]
  /** Applies a fault to the calls that match, such as `/^POST login$/`, until released. */
  set(call: RegExp, fault: Fault): SetFault
  /** Releases everything and forgets the calls. */
  reset(): void
  close(): Promise<void>
}

interface ActiveFault {
  call: RegExp
  fault: Fault
  released: Promise<void>
}

const HOP_BY_HOP = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']
/** Not passed on: a fault changes the answer, and “not modified” leaves nothing to change. */
const CONDITIONAL = 'if-none-match'

function withoutHopByHop(headers: Iterable<[string, string]>): [string, string][] {
  return [...headers].filter(([name]) => !HOP_BY_HOP.includes(name.toLowerCase()))
}

async function forward(target: string, request: IncomingMessage, body: string): Promise<Response> {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return fetch(target, {
    method: request.method ?? 'GET',
    headers: withoutHopByHop(headers),
    redirect: 'manual',
    ...(body ? { body } : {}),
  })
}

async function answerAs(
  fault: Fault | undefined,
  {
    target,
    request,
    response,
    body,
  }: { target: string; request: IncomingMessage; response: ServerResponse; body: string },
): Promise<void> {
  if (fault === 'silence') return
  if (fault === 'refuse') {
    request.socket.destroy()
    return
  }
  if (fault === 'garbage') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('<html>not what was wanted')
    return
  }
  if (typeof fault === 'number') {
    response.writeHead(fault).end()
    return
  }
  if (typeof fault === 'function') delete request.headers[CONDITIONAL]
  const answer = await forward(target, request, body)
  const headers = withoutHopByHop(answer.headers).filter(([name]) => name !== 'content-encoding')
  if (typeof fault !== 'function' || !answer.ok) {
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
    return
  }
  const changed = JSON.stringify(fault(await answer.json()))
  const unmarked = headers.filter(([name]) => name !== 'etag')
  response.writeHead(answer.status, unmarked).end(changed)
}

/** A proxy in front of the main API that treats chosen calls as failing networks and servers do. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const calls: string[] = []
  let faults: (ActiveFault & SetFault)[] = []

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const path = (request.url ?? '/').slice(1)
    const call = `${request.method} ${path}`
    calls.push(call)
    const active = faults.findLast((fault) => fault.call.test(call))
    if (active?.fault === 'delay') await active.released
    const fault = active?.fault === 'delay' ? undefined : active?.fault
    await answerAs(fault, { target: `${target}/${path}`, request, response, body }).catch(() =>
      request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')

  function set(call: RegExp, fault: Fault): SetFault {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const active = {
      call,
      fault,
      released,
      release() {
        faults = faults.filter((other) => other !== active)
        resolve()
      },
    }
    faults.push(active)
    return active
  }
  function reset() {
    for (const fault of faults) fault.release()
    calls.length = 0
  }
  return {
    root: `http://127.0.0.1:${address.port}`,
    calls,
    set,
    reset,
    async close() {
      reset()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
