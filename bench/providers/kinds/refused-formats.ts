import type { Kind } from '../kind'
import { document, refusal } from '../wire-chat'
import { BOTH, formatOf, isForm, isSchema, isStrict, NOTES, vllm, without } from './refusal-forms'

export const refusedFormats: Kind[] = [
  without(
    'a JSON schema, as DeepSeek',
    'https://api-docs.deepseek.com/guides/json_mode',
    isSchema,
    refusal(400, 'This response_format type is unavailable now'),
    { phases: NOTES, apis: BOTH },
  ),
  without(
    'a JSON schema, as Groq',
    'https://console.groq.com/docs/structured-outputs',
    isSchema,
    refusal(
      400,
      'This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models',
      { param: 'response_format' },
    ),
    { phases: NOTES, apis: BOTH },
  ),
  without(
    'a JSON object, as LM Studio',
    'https://lmstudio.ai/docs/app/api/structured-output',
    (body) => formatOf(body) === 'json_object',
    document(400, { error: "'response_format.type' must be 'json_schema' or 'text'" }),
    { phases: NOTES },
  ),
  without(
    'every response_format',
    'https://docs.anthropic.com/en/api/openai-sdk',
    isForm,
    refusal(400, 'response_format: Extra inputs are not permitted'),
    { phases: NOTES, expect: { mostRequests: 3 } },
  ),
  without(
    'every response_format, as Perplexity',
    'https://docs.perplexity.ai/guides/structured-outputs',
    isForm,
    document(400, {
      error: {
        message: 'Structured output is only supported for Tier 3 and above',
        type: 'bad_request',
        code: 400,
      },
    }),
    { phases: NOTES, expect: { mostRequests: 3 } },
  ),
  without(
    'json_object without the word JSON',
    'https://platform.openai.com/docs/guides/structured-outputs#json-mode',
    (body) => isSchema(body) || (isForm(body) && !/json/i.test(JSON.stringify(body.messages))),
    refusal(
      400,
      "Prompt must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    ),
    { phases: NOTES },
  ),
  without(
    'a schema that it cannot compile',
    'https://docs.vllm.ai/en/latest/features/structured_outputs.html',
    isSchema,
    vllm('The provided JSON schema contains features not supported by xgrammar.'),
    { phases: NOTES },
  ),
  without(
    'a schema with bounds, as OpenAI',
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    isSchema,
    refusal(
      400,
      "Invalid schema for response_format 'turn_summary': In context=(), 'additionalProperties' is required to be supplied and to be false.",
      { param: 'response_format' },
    ),
    { phases: NOTES, apis: BOTH },
  ),
  without(
    'strict',
    'own: proxies with closed schemas',
    isStrict,
    refusal(400, "Unrecognized key(s) in object: 'strict'"),
    {},
  ),
]
