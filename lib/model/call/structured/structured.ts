import type { ModelConfig, ModelResult, StructuredRequest, StructuredResult } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import type { Job } from '../job'
import { type Deps, runCall } from '../run-call'
import { jsonSchemaOf } from '../tool-calls'
import { sumUsage } from '../usage'
import { extractJson } from './json-extract'

/** The two calls of a repaired answer as one. */
const joined = (first: ModelResult, second: ModelResult): ModelResult => ({
  ...second,
  reasoning: [first.reasoning, second.reasoning].filter(Boolean).join('\n\n'),
  tries: [...first.tries, ...second.tries],
  usage: sumUsage([...first.tries, ...second.tries].map((each) => each.usage)) ?? first.usage,
  notices: [...new Set([...(first.notices ?? []), ...(second.notices ?? [])])],
  firstMs: first.firstMs ?? second.firstMs,
  totalMs: first.totalMs + second.totalMs,
})

/**
 * One JSON object from the model. An answer that does not fit is sent back once with what is wrong. If that
 * fails, `value` is null and `result.error` is set.
 */
export async function runStructured<T>(
  config: ModelConfig,
  request: StructuredRequest<T>,
  deps: Deps,
): Promise<StructuredResult<T>> {
  const { name, schema, ...rest } = request
  const job: Job = {
    config,
    request: { ...rest, exchanges: [], tools: [], toolChoice: 'none' },
    format: { name, schema: await jsonSchemaOf(schema) },
    followUps: [],
    sink: {},
  }
  const first = await runCall(job, deps)
  if (first.error || first.aborted) return { value: null, result: first }
  const read = extractJson(first.text, schema)
  if (read.ok) return { value: read.value, result: first }

  const repair = `That is not the JSON object that was asked for. ${read.problem}\nAnswer again with only the corrected JSON object.`
  const followUps: Job['followUps'] = [
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
