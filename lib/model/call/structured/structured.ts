import { countTokens } from '@/lib/model/tokens'
import type { ModelConfig, ModelResult, StructuredRequest, StructuredResult } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Deps } from '../attempt'
import type { CallJob } from '../job'
import { runCall } from '../run-call'
import { extractJson } from '../separate/json-extract'
import { jsonSchemaOf } from '../tool-calls'
import { sumUsage } from '../usage'

const joined = (first: ModelResult, second: ModelResult): ModelResult => ({
  ...second,
  reasoning: [first.reasoning, second.reasoning].filter(Boolean).join('\n\n'),
  tries: [...first.tries, ...second.tries],
  usage: sumUsage([...first.tries, ...second.tries].map((each) => each.usage)) ?? first.usage,
  notices: [...new Set([...(first.notices ?? []), ...(second.notices ?? [])])],
  firstMs: first.firstMs ?? second.firstMs,
  totalMs: first.totalMs + second.totalMs,
})

/** A text of at most about `tokens` tokens: whole lines of its beginning and its end. */
function withoutMiddle(text: string, tokens: number): string {
  const share = Math.max(0.05, Math.min(1, tokens / Math.max(1, countTokens(text))))
  const lines = text.split('\n')
  const take = (from: readonly string[], chars: number) => {
    let used = 0
    return from.filter((line) => {
      used += line.length + 1
      return used <= chars
    })
  }
  const head = take(lines, text.length * share * 0.5)
  const tail = take(lines.slice(head.length).reverse(), text.length * share * 0.5).reverse()
  return [...head, '[…]', ...tail].join('\n')
}

/**
 * An answer that does not fit is sent back once. If that fails, `value` is null and `result.error` is set.
 */
export async function runStructured<T>(
  config: ModelConfig,
  request: StructuredRequest<T>,
  deps: Deps,
): Promise<StructuredResult<T>> {
  const { name, schema, ...rest } = request
  const job: CallJob = {
    config,
    request: { ...rest, exchanges: [], tools: [], toolChoice: 'none' },
    format: { name, schema: await jsonSchemaOf(schema) },
    followUps: [],
    sink: {},
  }
  let first = await runCall(job, deps)
  if (first.error?.code === 'provider_context') {
    const fits = deps.support.of(config).contextTokens ?? countTokens(request.user) / 2
    const user = withoutMiddle(request.user, fits * limits.model.promptShare - countTokens(request.system))
    job.request = { ...job.request, user }
    first = joined(first, await runCall(job, deps))
  }
  if (first.finish === 'length' && !extractJson(first.text, schema).ok) {
    const maxOutputTokens = request.maxOutputTokens * 3
    first = joined(first, await runCall({ ...job, request: { ...job.request, maxOutputTokens } }, deps))
  }
  if (first.error || first.aborted) return { value: null, result: first }
  const read = extractJson(first.text, schema)
  if (read.ok) return { value: read.value, result: first }

  const repair = `That is not the JSON object that was asked for. ${read.problem}\nAnswer again with only the corrected JSON object.`
  const followUps: CallJob['followUps'] = [
    { role: 'assistant', content: first.text },
    { role: 'user', content: repair },
  ]
  const second = await runCall({ ...job, followUps }, deps)
  const result = joined(first, second)
  if (second.error || second.aborted) return { value: null, result }
  const repaired = extractJson(second.text, schema)
  if (repaired.ok) return { value: repaired.value, result }
  const message = 'The model did not answer in the requested format.'
  const error: Failure = { code: 'provider_garbled', message, hint: 'Try another model.' }
  return { value: null, result: { ...result, error } }
}
