import { pino } from 'pino'
import { currentTraceId } from './tracing.ts'

/**
 * The program's log: JSON lines on the standard output by default, each with the process that wrote it, and with
 * its trace, if any.
 */
export function createLogger(level: string, stream?: pino.DestinationStream): pino.Logger {
  const mixin = () => {
    const traceId = currentTraceId()
    return traceId ? { traceId } : {}
  }
  const options = { level, base: { pid: process.pid }, mixin }
  return stream ? pino(options, stream) : pino(options)
}

/**
 * What a log may contain of an error: its name, the engine's code and the places in our code. Not its message: that
 * of a failed query repeats the query's values, such as an e-mail address or a name.
 */
export function describeError(error: unknown): { error: string; code?: string; stack?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error }
  const { cause } = error as { cause?: { code?: unknown } }
  const code = (error as { code?: unknown }).code ?? cause?.code
  const stack = stackFrames(error)
  return {
    error: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack.length > 0 ? { stack } : {}),
  }
}

/**
 * Where in the code something failed: the calls of the stack and nothing of the message before them. A message may
 * have many lines, a database's names the values to be stored, and text that somebody typed may look like a call.
 */
export function stackFrames({ message, stack = '' }: Error): string[] {
  const begins = stack.indexOf(message)
  const lines = stack
    .slice(begins < 0 ? 0 : begins + message.length)
    .trimEnd()
    .split('\n')
  const last = lines.findLastIndex((line) => !/^\s+at /.test(line))
  return lines.slice(last + 1).map((line) => line.trim())
}
