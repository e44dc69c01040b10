import type { ModelCall } from '@/lib/shared/model-call'
import type { Sink, TraceSpan } from './sink'

/** Counts a model call with its tokens and cost. */
export function recordCall({ role, usage, error }: ModelCall, sink: Sink): void {
  sink.record('mneme_model_calls_total', { role, ok: String(error === null) }, 1)
  const kinds = {
    input: usage.inputTokens,
    cached: usage.cachedTokens,
    output: usage.outputTokens,
    reasoning: usage.reasoningTokens,
  }
  for (const [kind, tokens] of Object.entries(kinds))
    if (tokens > 0) sink.record('mneme_tokens_total', { role, kind }, tokens)
  if (usage.costMicros) sink.record('mneme_cost_dollars_total', { role }, usage.costMicros / 1e6)
}

/** A model call by OpenTelemetry's conventions for generative AI. */
export function callSpan({ role, provider, model, usage, ms, error }: ModelCall, endMs: number): TraceSpan {
  const operation = role === 'embedding' ? 'embeddings' : 'chat'
  return {
    name: `${operation} ${model}`,
    startMs: endMs - ms,
    endMs,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
      'mneme.role': role,
      'mneme.tokens.estimated': usage.estimated,
    },
    error,
    children: [],
  }
}

/** Tokens of all calls inside a span. */
export function tokensIn(span: TraceSpan): { 'mneme.tokens.input': number; 'mneme.tokens.output': number } {
  const sum = { 'mneme.tokens.input': 0, 'mneme.tokens.output': 0 }
  const visit = ({ attributes, children }: TraceSpan) => {
    sum['mneme.tokens.input'] += Number(attributes['gen_ai.usage.input_tokens'] ?? 0)
    sum['mneme.tokens.output'] += Number(attributes['gen_ai.usage.output_tokens'] ?? 0)
    children.forEach(visit)
  }
  visit(span)
  return sum
}
