import { Agent, request } from 'node:http'
import { cpuTime, median, percentile } from './shop-process.ts'

export const CONNECTIONS = 10
export const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 4)

/** What is asked, and the process that answers. */
export interface Asked {
  url: string
  headers: Record<string, string>
  pid: number
}

/** Answers a second, their 99th percentile and the processor time of each in milliseconds; bytes of one answer. */
export interface Figures {
  rate: number
  p99: number
  cpu: number
  bytes: number
}

/** Asks for one compressed answer; returns its size in bytes. */
export function ask({ url, headers }: Omit<Asked, 'pid'>, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'accept-encoding': 'br, gzip', ...headers } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function load(asked: Asked): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  const before = cpuTime(asked.pid)
  const end = started + SECONDS * 1_000
  const connection = async () => {
    while (performance.now() < end) {
      const sent = performance.now()
      bytes = await ask(asked, agent)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  agent.destroy()
  return {
    rate: (times.length / (performance.now() - started)) * 1_000,
    p99: percentile(times, 0.99),
    cpu: (cpuTime(asked.pid) - before) / times.length,
    bytes,
  }
}

/** Asks each in turns, round by round; the medians of the rounds, after a first that warms up. */
export async function inTurns(subjects: readonly Asked[]): Promise<Figures[]> {
  const rounds: Figures[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const figures: Figures[] = []
    for (const each of subjects) figures.push(await load(each))
    if (round > 0) rounds.push(figures)
  }
  return subjects.map((_, at) => {
    const of = (name: keyof Figures) => median(rounds.map((figures) => figures[at]![name]))
    return { rate: of('rate'), p99: of('p99'), cpu: of('cpu'), bytes: of('bytes') }
  })
}

/** In words: rate, p99, processor time. */
export const inWords = ({ rate, p99, cpu }: Figures) =>
  `${rate.toFixed(0)}/s (p99 ${p99.toFixed(1)} ms), ${cpu.toFixed(2)} ms of the processor each, ${(1_000 / cpu).toFixed(0)}/s on one core`
