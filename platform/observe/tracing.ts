import type { Span, Tracer } from "@opentelemetry/api";

type Attributes = Record<string, string | number>;
type Tracing = { tracer: Tracer; failed: number; isInSpan: () => boolean };

let tracing: Tracing | undefined;

/**
 * Sends spans of this process to an OpenTelemetry collector over HTTP: one a request, one a
 * database statement, one an email. Its libraries are loaded only here, so that a process without
 * a collector carries none of them. Gives the function that sends the rest.
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [{ trace, SpanStatusCode }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "fever-in-store" }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  tracing = {
    tracer: trace.getTracer("fever-in-store"),
    failed: SpanStatusCode.ERROR,
    isInSpan: () => trace.getActiveSpan() !== undefined,
  };
  return async () => {
    tracing = undefined;
    await provider.shutdown().catch(() => {}); // the collector is away: nothing here waits for it
  };
}

/**
 * Runs work in a span of its own; `describe` may name it and add facts at its end. Without
 * a collector it only runs.
 */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (describe: (name: string, attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(() => {});
  const { tracer, failed } = tracing;
  return tracer.startActiveSpan(name, { attributes }, async (span: Span) => {
    try {
      return await work((name, more) => span.updateName(name).setAttributes(more));
    } catch (error) {
      span.setStatus({ code: failed, message: error instanceof Error ? error.name : "error" });
      throw error;
    } finally {
      span.end();
    }
  });
}

type Queries = { query: (...args: never[]) => unknown };

/**
 * Makes each statement of a pool, or of a connection, a span of the request or job that it is sent
 * in. The text is left out, because a download's text contains values. A query that a pool hands on
 * to its connections comes with a callback; only the pool's own span is recorded.
 */
export function traceStatements(target: Queries): void {
  if (!tracing) return;
  const query = target.query.bind(target) as (...args: unknown[]) => unknown;
  const traced = (statement: unknown, ...rest: unknown[]) => {
    if (!tracing?.isInSpan() || rest.some((each) => typeof each === "function"))
      return query(statement, ...rest);
    const [operation, table] = summaryOf(statement);
    const { tracer, failed } = tracing;
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table && { "db.collection.name": table }),
    };
    const span = tracer.startSpan(table ? `db ${operation} ${table}` : `db ${operation}`, {
      attributes,
    });
    const result = query(statement, ...rest);
    if (!(result instanceof Promise)) {
      span.end(); // a stream, as of COPY, lasts as long as its reader: its time is not measured
      return result;
    }
    const note = (error: unknown) => {
      span.setStatus({ code: failed });
      throw error;
    };
    return result.catch(note).finally(() => span.end());
  };
  Object.assign(target, { query: traced });
}

/** "SELECT", "store" */
function summaryOf(statement: unknown): [operation: string, table: string | undefined] {
  const text =
    typeof statement === "string"
      ? statement
      : ((statement as { text?: string } | null)?.text ?? "");
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "STATEMENT";
  return [operation, /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w*)"?/i.exec(text)?.[1]];
}
