import { noTracing, type TraceSettings, type Tracing } from './tracing.ts'

/** Loads the SDK only if there is a collector. */
export async function openTracing(
  settings: TraceSettings | undefined,
  warn: (error: unknown) => void,
): Promise<Tracing> {
  if (!settings) return noTracing
  const { OtlpTracing } = await import('./otlp.ts')
  return new OtlpTracing(settings, warn)
}
