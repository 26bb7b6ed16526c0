import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { describeError } from './log.ts'
import type { ServerSettings } from './settings.ts'
import { tracingEnded, tracingStarted } from './tracing.ts'

/** A slow receiver delays no one, not even the end of the process. */
const EXPORT_MS = 5_000

/**
 * Sends spans to the receiver over OTLP; returns the function that sends the last ones and makes no more. Whether a
 * trace is kept depends only on its id, so that two programs agree and a caller cannot ask for more.
 */
export function startTracing(
  { endpoint, headers, ratio }: NonNullable<ServerSettings['tracing']>,
  { program, logger }: { program: string; logger: Logger },
): () => Promise<void> {
  setGlobalErrorHandler((error) => {
    const described = error instanceof Error ? describeError(error) : {}
    logger.warn(described, 'traces could not be sent')
  })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: EXPORT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': program, 'service.instance.id': crypto.randomUUID() }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  tracingStarted()
  return () => {
    tracingEnded()
    for (const api of [context, propagation, trace]) api.disable()
    return provider.shutdown()
  }
}
