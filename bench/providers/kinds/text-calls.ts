import type { Call, Kind, Said } from '../kind'
import { ANSWER_ONLY } from '../make'
import { ANSWER, ARGS, RAN, REASONING, says, write } from '../script'
import { chat } from '../wire-chat'
import { responses } from '../wire-responses'

/** A call written as text. */
type Write = (call: Call) => string
const json = (value: unknown) => JSON.stringify(value)
const pair = ({ name, args }: Call, names = 'arguments') => ({ name, [names]: args })
const text = (args: Call['args'], each: (name: string, value: string) => string) =>
  Object.entries(args)
    .map(([name, value]) => each(name, typeof value === 'string' ? value : json(value)))
    .join('')

/** A model or a server that leaves its calls in the text. They run as calls, and are never shown. */
function asText(name: string, source: string, form: Write, more: Partial<Kind> = {}): Kind {
  const turned = (said: Said): Said => ({
    ...said,
    text: [said.text, ...said.calls.map(form)].filter(Boolean).join('\n'),
    calls: [],
  })
  return {
    name: `a call as ${name}`,
    source,
    apis: ['chat', 'responses'],
    phases: ['think', 'answer'],
    serve: ({ api }, said) =>
      api === 'chat' ? chat(turned(said), { every: 5 }) : responses(turned(said), { every: 5 }),
    ...more,
  }
}

/** Text that only looks like a call is shown as it is. */
const stays = (name: string, answer: string): Kind => ({
  name: `stays text: ${name}`,
  source: 'own: a person asks about calls or for JSON',
  apis: ['chat', 'responses'],
  phases: ANSWER_ONLY,
  says: () => [says(answer)],
  serve: ({ api }, said) => (api === 'chat' ? chat(said, { every: 5 }) : responses(said, { every: 5 })),
  expect: { answer, reasoning: '', tools: [], mostRequests: 1 },
})

/** A call in tags that cannot run: the model is told, and nobody else. */
const failing = (name: string, text: string, call: { name: string; args: unknown }): Kind => ({
  ...stays(name, ANSWER),
  name: `a call in tags ${name}`,
  source: 'own: a model without tools of its server writes what it was trained on',
  says: () => [says(`I look.\n${text}`), says(ANSWER)],
  expect: { answer: `I look.\n\n${ANSWER}`, reasoning: '', tools: [{ ...call, ok: false }], mostRequests: 2 },
})

const done = (answer: string): Call => ({ id: 'call_c1', name: 'complete_task', args: { answer } })
const finishing = (name: string, form: Write): Kind =>
  asText(
    name,
    'https://github.com/cline/cline/blob/main/src/core/assistant-message/parse-assistant-message.ts',
    form,
    {
      phases: ANSWER_ONLY,
      says: () => [says('', { reasoning: REASONING, calls: [done(ANSWER)] })],
      expect: { tools: [{ name: 'complete_task', args: { answer: ANSWER } }], mostRequests: 1 },
    },
  )

const VLLM = 'https://docs.vllm.ai/en/latest/features/tool_calling.html'
const SGLANG = 'https://github.com/sgl-project/sglang/tree/main/python/sglang/srt/function_call'
const LLAMA_CPP = 'https://github.com/ggml-org/llama.cpp/blob/master/docs/function-calling.md'
const HARMONY = 'https://cookbook.openai.com/articles/openai-harmony#function-calling'

const deepSeek: Write = ({ name, args }) =>
  `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json(args)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`
const invoke = ({ name, args }: Call) =>
  `<invoke name="${name}">\n${text(args, (key, value) => `<parameter name="${key}">${value}</parameter>\n`)}</invoke>`

export const textCalls: Kind[] = [
  asText(
    '<tool_call> JSON',
    'https://github.com/NousResearch/Hermes-Function-Calling',
    (call) => `<tool_call>\n${json(pair(call))}\n</tool_call>`,
  ),
  asText(
    '<tool_call> that never closes',
    'own: the cap or a stop token ends the text first',
    (call) => `<tool_call>\n${json(pair(call))}`,
  ),
  asText('</tool_call> alone', 'ggml-org/llama.cpp#16755', (call) => `${json(pair(call))}\n</tool_call>`),
  asText('<tool_call> after a sentence', VLLM, (call) => `<tool_call>${json(pair(call))}</tool_call>`, {
    phases: ANSWER_ONLY,
    says: () => [says('I write it down.', { reasoning: REASONING, calls: [write] }), says(ANSWER)],
    expect: { answer: /^I write it down\.\s+The gate is painted \*\*green\*\*\.$/ },
  }),
  asText(
    'Qwen3-Coder XML',
    'https://github.com/QwenLM/Qwen3-Coder',
    ({ name, args }) =>
      `<tool_call>\n<function=${name}>\n${text(args, (key, value) => `<parameter=${key}>\n${value}\n</parameter>\n`)}</function>\n</tool_call>`,
  ),
  asText(
    'Qwen3-Coder XML without its outer tag',
    'ggml-org/llama.cpp#16755',
    ({ name, args }) =>
      `<function=${name}>\n${text(args, (key, value) => `<parameter=${key}>\n${value}\n</parameter>\n`)}</function>`,
  ),
  asText('fenced JSON', LLAMA_CPP, (call) => `\`\`\`json\n${json(pair(call))}\n\`\`\``),
  asText(
    'fenced JSON over lines',
    LLAMA_CPP,
    (call) => `\`\`\`json\n${JSON.stringify(pair(call), null, 2)}\n\`\`\``,
  ),
  asText(
    'a fence named tool_call',
    'aaif-goose/goose#3748',
    (call) => `\`\`\`tool_call\n${json(pair(call))}\n\`\`\``,
  ),
  asText('bare JSON with arguments', 'ollama/ollama#11185', (call) => json(pair(call))),
  asText(
    'bare JSON with parameters',
    'https://llama.meta.com/docs/model-cards-and-prompt-formats/llama3_1/#json-based-tool-calling',
    (call) => json(pair(call, 'parameters')),
  ),
  asText(
    'bare JSON with type function',
    'https://llama.meta.com/docs/model-cards-and-prompt-formats/llama3_1/#json-based-tool-calling',
    (call) => json({ type: 'function', ...pair(call, 'parameters') }),
  ),
  asText('bare JSON in OpenAI’s form', 'jundot/omlx#2565', ({ id, name, args }) =>
    json({ id, type: 'function', function: { name, arguments: json(args) } }),
  ),
  asText('bare JSON with tool_calls', LLAMA_CPP, ({ id, name, args }) =>
    json({ tool_calls: [{ id, name, arguments: args }] }),
  ),
  asText('a JSON list', LLAMA_CPP, (call) => json([pair(call)])),
  asText(
    'JSON with tool and args',
    'own: how Mneme itself describes calls to models without tools',
    ({ name, args }) => json({ tool: name, args }),
  ),
  asText(
    'Mistral [TOOL_CALLS] list',
    'https://docs.vllm.ai/en/latest/features/tool_calling.html#mistral-models-mistral',
    (call) => `[TOOL_CALLS][${json(pair(call))}]`,
  ),
  asText(
    'Mistral [TOOL_CALLS] with [ARGS]',
    'https://github.com/mistralai/mistral-common',
    ({ name, args }) => `[TOOL_CALLS]${name}[ARGS]${json(args)}`,
  ),
  asText(
    'Mistral [TOOL_CALLS] without a mark',
    'https://github.com/mistralai/mistral-common',
    ({ name, args }) => `[TOOL_CALLS]${name}${json(args)}`,
  ),
  asText(
    '<|python_tag|>',
    'https://llama.meta.com/docs/model-cards-and-prompt-formats/llama3_1/',
    (call) => `<|python_tag|>${json({ type: 'function', ...pair(call, 'parameters') })}`,
  ),
  asText(
    '<function=name> of Llama',
    'https://llama.meta.com/docs/model-cards-and-prompt-formats/llama3_1/#user-defined-custom-tool-calling',
    ({ name, args }) => `<function=${name}>${json(args)}</function>`,
  ),
  asText('DeepSeek marks', SGLANG, deepSeek),
  asText(
    'DeepSeek V3.1 marks',
    SGLANG,
    ({ name, args }) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(args)}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  asText(
    'DeepSeek V3.2 DSML',
    'https://huggingface.co/deepseek-ai/DeepSeek-V3.2',
    ({ name, args }) =>
      `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${name}">\n${text(args, (key, value) => `<｜DSML｜parameter name="${key}" string="true">${value}</｜DSML｜parameter>\n`)}</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
  ),
  asText(
    'Kimi sections',
    'https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md',
    ({ name, args }) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${json(args)}<|tool_call_end|><|tool_calls_section_end|>`,
  ),
  asText(
    'GLM <arg_key>',
    SGLANG,
    ({ name, args }) =>
      `<tool_call>${name}\n${text(args, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`)}</tool_call>`,
  ),
  asText(
    'MiniMax <minimax:tool_call>',
    'https://huggingface.co/MiniMaxAI/MiniMax-M2/blob/main/docs/tool_calling_guide.md',
    (call) => `<minimax:tool_call>\n${invoke(call)}\n</minimax:tool_call>`,
  ),
  asText(
    'Anthropic <function_calls>',
    'https://docs.anthropic.com/en/docs/build-with-claude/tool-use',
    (call) => `<function_calls>\n${invoke(call)}\n</function_calls>`,
  ),
  asText(
    'harmony commentary',
    HARMONY,
    ({ name, args }) =>
      `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(args)}<|call|>`,
  ),
  asText(
    'harmony commentary, recipient first',
    HARMONY,
    ({ name, args }) =>
      `<|start|>assistant to=functions.${name}<|channel|>commentary json<|message|>${json(args)}<|call|>`,
  ),
  asText('Granite <|tool_call|>', SGLANG, (call) => `<|tool_call|>[${json(pair(call))}]`),
  asText(
    'Phi functools',
    'https://docs.vllm.ai/en/latest/features/tool_calling.html#phi-4-mini',
    (call) => `functools[${json(pair(call))}]`,
  ),
  asText(
    'InternLM plugin',
    SGLANG,
    (call) => `<|action_start|><|plugin|>\n${json(pair(call, 'parameters'))}<|action_end|>`,
  ),
  asText(
    'Command R actions',
    'https://docs.cohere.com/docs/tool-use',
    ({ name, args }) =>
      `<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "${name}", "parameters": ${json(args)}}\n]<|END_ACTION|>`,
  ),
  asText(
    'Gemma tool_code',
    'https://ai.google.dev/gemma/docs/capabilities/function-calling',
    (call) => `\`\`\`tool_code\n${json(pair(call, 'parameters'))}\n\`\`\``,
  ),
  asText(
    'XML of Cline',
    'https://github.com/cline/cline/blob/main/src/core/prompts/system.ts',
    ({ name, args }) => `<${name}>\n${text(args, (key, value) => `<${key}>${value}</${key}>\n`)}</${name}>`,
  ),
  asText(
    'a call behind <think>',
    'aaif-goose/goose#3748',
    (call) => `<tool_call>${json(pair(call))}</tool_call>`,
    {
      phases: ANSWER_ONLY,
      serve: ({ api }, said) => {
        const body = said.calls.length
          ? `<think>${said.reasoning}</think>\n<tool_call>${json(pair(said.calls[0] as Call))}</tool_call>`
          : said.text
        return api === 'chat' ? chat(says(body), { every: 5 }) : responses(says(body), { every: 5 })
      },
    },
  ),
  asText('two <tool_call> blocks', VLLM, (call) => `<tool_call>${json(pair(call))}</tool_call>`, {
    phases: ANSWER_ONLY,
    says: () => [
      says('', { reasoning: REASONING, calls: [write, { ...write, args: { ...ARGS, path: 'b.md' } }] }),
      says(ANSWER),
    ],
    expect: { tools: [...RAN, { name: 'write_file', args: { ...ARGS, path: 'b.md' } }] },
  }),
  finishing('complete_task as <tool_call>', (call) => `<tool_call>${json(pair(call))}</tool_call>`),
  finishing('complete_task as fenced JSON', (call) => `\`\`\`json\n${json(pair(call))}\n\`\`\``),
  finishing('complete_task as bare JSON', (call) => json(pair(call, 'parameters'))),
  failing(
    'of an unknown tool',
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>',
    { name: 'get_weather', args: { city: 'Rome' } },
  ),
  failing(
    'in broken JSON',
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "gate.md", }\n</tool_call>',
    { name: 'write_file', args: '{"name": "write_file", "arguments": {"path": "gate.md", }' },
  ),
  stays(
    'an unknown tool in tags in a fence',
    'A call looks like this:\n\n```\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>\n```',
  ),
  stays(
    'an unknown tool in a fence',
    'A call looks like this:\n\n```json\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n```',
  ),
  stays(
    'a documented call in a fence, with words after it',
    'You can call it like this:\n\n```json\n{"name": "write_file", "arguments": {"path": "a.md", "text": "x"}}\n```\n\nIt then writes the file a.md.',
  ),
  stays(
    'an example of a call at the end',
    'You would send:\n\n```json\n{"name": "write_file", "arguments": {"path": "a.md", "text": "x"}}\n```',
  ),
  stays('JSON in a fence', '```json\n{"name": "Ada", "age": 36}\n```'),
  stays('bare JSON', '{"name": "Ada", "arguments": ["for", "against"]}'),
  stays('braces in a sentence', 'Use `if (a) { b() }` and {"a": 1}.'),
  stays('a list', '[1, 2, 3]'),
  stays('the mark in backticks', 'Mistral writes `[TOOL_CALLS][{"name": "f"}]` before a call.'),
]
