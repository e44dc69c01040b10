import type { Call, Kind, Said } from '../kind'
import { ANSWER_ONLY, kind } from '../make'
import { ANSWER, ARGS, RAN, says, write } from '../script'
import { chat, chunk, toolCall } from '../wire-chat'
import { responses } from '../wire-responses'

type Args = Record<string, unknown>
type Ran = { name: string; args: unknown; ok?: boolean }[]

const CLAUDE_CODE = 'https://docs.anthropic.com/en/docs/claude-code/settings#tools-available-to-claude'
const CLINE = 'https://docs.cline.bot/exploring-clines-tools/cline-tools-guide'
const GEMINI_CLI = 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/file-system.md'

/** A model that calls a tool in the words of another agent: the call runs as what it means. */
function called(name: string, source: string, calls: Call[], tools: Ran): Kind {
  return {
    name,
    source,
    apis: ['chat', 'responses'],
    phases: ANSWER_ONLY,
    says: () => [...calls.map((call) => says('', { calls: [call] })), says(ANSWER)],
    serve: ({ api }, said) => (api === 'chat' ? chat(said) : responses(said)),
    expect: { tools, reasoning: '', mostRequests: calls.length + 1 },
  }
}
const writing = (name: string, source: string, args: Args) => called(name, source, [{ ...write, args }], RAN)

/** A write, and then an edit in other words. */
const editing = (name: string, source: string, args: Args, all = false) =>
  called(
    name,
    source,
    [write, { id: 'call_e1', name: 'edit_file', args }],
    [
      ...RAN,
      {
        name: 'edit_file',
        args: { path: 'gate.md', find: 'red', replace: 'blue', ...(all ? { all: true } : {}) },
      },
    ],
  )
const calling = (name: string, source: string, tool: string) =>
  called(name, source, [{ ...write, name: tool }], RAN)

/** The arguments of the call, written in another way. */
const raw = (name: string, source: string, write: (json: string) => unknown): Kind => ({
  name,
  source,
  apis: ['chat'],
  phases: ANSWER_ONLY,
  serve: (_, said: Said) =>
    said.calls.length
      ? chat(
          { ...said, calls: [] },
          {
            finish: 'tool_calls',
            edit: (events) => [
              ...events.slice(0, -2),
              chunk({
                tool_calls: said.calls.map((call, at) => {
                  const written = toolCall(call, at)
                  return {
                    ...written,
                    function: { ...written.function, arguments: write(written.function.arguments) },
                  }
                }),
              }),
              ...events.slice(-2),
            ],
          },
        )
      : chat(said),
})

export const toolArguments: Kind[] = [
  writing('file_path and content', CLAUDE_CODE, { file_path: ARGS.path, content: ARGS.text }),
  writing('path and content', CLINE, { path: ARGS.path, content: ARGS.text }),
  writing('filename and contents', 'https://github.com/continuedev/continue', {
    filename: ARGS.path,
    contents: ARGS.text,
  }),
  writing('filePath and content', 'https://github.com/anomalyco/opencode', {
    filePath: ARGS.path,
    content: ARGS.text,
  }),
  writing('target_file and code_edit', 'https://docs.cursor.com/agent/tools', {
    target_file: ARGS.path,
    contents: ARGS.text,
  }),
  writing('absolute_path', GEMINI_CLI, { absolute_path: ARGS.path, content: ARGS.text }),
  writing('more arguments than there are', CLINE, { ...ARGS, line_count: 2, description: 'x' }),
  writing('arguments within arguments', 'own: names that small models make up', { arguments: ARGS }),
  writing('arguments within parameters', 'own: names that small models make up', { parameters: ARGS }),
  writing('arguments within input', 'https://docs.anthropic.com/en/docs/build-with-claude/tool-use', {
    input: ARGS,
  }),
  editing('old_string and new_string', CLAUDE_CODE, {
    file_path: 'gate.md',
    old_string: 'red',
    new_string: 'blue',
  }),
  editing(
    'old_str and new_str',
    'https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/text-editor-tool',
    { path: 'gate.md', old_str: 'red', new_str: 'blue' },
  ),
  editing('oldString and newString', 'https://github.com/anomalyco/opencode', {
    filePath: 'gate.md',
    oldString: 'red',
    newString: 'blue',
  }),
  editing('search and replace', CLINE, { path: 'gate.md', search: 'red', replace: 'blue' }),
  editing(
    'a boolean as text',
    'NousResearch/hermes-agent#5265',
    { path: 'gate.md', find: 'red', replace: 'blue', all: 'true' },
    true,
  ),
  editing(
    'replace_all as text',
    CLAUDE_CODE,
    { file_path: 'gate.md', old_string: 'red', new_string: 'blue', replace_all: 'True' },
    true,
  ),
  editing(
    'null for what is left out',
    'https://platform.openai.com/docs/guides/structured-outputs#all-fields-must-be-required',
    { path: 'gate.md', find: 'red', replace: 'blue', all: null },
  ),
  called(
    'numbers as text',
    'anomalyco/opencode#1328',
    [write, { id: 'call_r1', name: 'read_file', args: { path: 'gate.md', from: '1', to: '2' } }],
    [...RAN, { name: 'read_file', args: { path: 'gate.md', from: 1, to: 2 } }],
  ),
  called(
    'start_line and end_line',
    'https://code.visualstudio.com/docs/copilot/agents/agent-tools',
    [write, { id: 'call_r1', name: 'read_file', args: { file_path: 'gate.md', start_line: 1, end_line: 2 } }],
    [...RAN, { name: 'read_file', args: { path: 'gate.md', from: 1, to: 2 } }],
  ),
  called(
    'query for what is text',
    CLAUDE_CODE,
    [write, { id: 'call_s1', name: 'search_files', args: { query: 'green' } }],
    [...RAN, { name: 'search_files', args: { text: 'green' } }],
  ),
  called(
    'pattern for what is text',
    CLAUDE_CODE,
    [write, { id: 'call_s1', name: 'search_files', args: { pattern: 'green' } }],
    [...RAN, { name: 'search_files', args: { text: 'green' } }],
  ),
  called(
    'a list as text',
    'earendil-works/pi#5697',
    [{ id: 'call_k1', name: 'recall_context', args: { keywords: '["gate"]' } }],
    [{ name: 'recall_context', args: { keywords: ['gate'] } }],
  ),
  called(
    'one word for a list',
    'earendil-works/pi#9569',
    [{ id: 'call_k1', name: 'recall_context', args: { keywords: 'gate' } }],
    [{ name: 'recall_context', args: { keywords: ['gate'] } }],
  ),
  {
    ...called(
      'keywords beside query',
      'own: seen in the first person’s use',
      [{ id: 'call_k1', name: 'search_memories', args: { query: 'gate', keywords: ['gate', 'colour'] } }],
      [],
    ),
    expect: { tools: [{ name: 'search_memories', args: { query: 'gate' } }], reasoning: '' },
  },
  kind('what is missing and what is not known are both named', 'own: no alias says what is meant', {
    apis: ['chat', 'responses'],
    phases: ANSWER_ONLY,
    says: () => [says('', { calls: [{ ...write, args: { path: 'gate.md', zebra: 'x' } }] }), says(ANSWER)],
    serve: ({ api }, said) => (api === 'chat' ? chat(said) : responses(said)),
    expect: {
      tools: [{ name: 'write_file', args: { path: 'gate.md', zebra: 'x' }, ok: false }],
      reasoning: '',
    },
    requests: ([, second]) => {
      const told = JSON.stringify(second ?? '')
      const result = told.slice(told.lastIndexOf('zebra') - 600)
      return /zebra/.test(result) && /\btext\b/.test(result) ? [] : ['the model is not told both names']
    },
  }),
  calling(
    'the name functions.write_file',
    'https://cookbook.openai.com/articles/openai-harmony',
    'functions.write_file',
  ),
  calling('the name default_api:write_file', 'TokenRhythm/opensquilla#225', 'default_api:write_file'),
  calling(
    'the name default_api.write_file',
    'https://github.com/google-gemini/gemini-cli',
    'default_api.write_file',
  ),
  calling('the name with a channel', 'vllm-project/vllm#32633', 'write_file<|channel|>commentary'),
  calling('the name write-file', 'own: names that small models make up', 'write-file'),
  calling('the name WriteFile', GEMINI_CLI, 'WriteFile'),
  calling('the name with blanks', 'own: names that small models make up', ' write_file\n'),
  calling(
    'the name functions.write_file:0',
    'https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md',
    'functions.write_file:0',
  ),
  calling('the name tool_write_file', 'own: names that small models make up', 'tool.write_file'),
  raw('arguments as JSON in JSON', 'earendil-works/pi#9569', (json) => JSON.stringify(json)),
  raw('arguments in a code fence', 'own: small models', (json) => `\`\`\`json\n${json}\n\`\`\``),
  raw('arguments with a comma at the end', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace(/\}$/, ',}'),
  ),
  raw('arguments with line ends in a text', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace('\\n', '\n'),
  ),
  raw('{} before the arguments', 'BerriAI/litellm#4537', (json) => `{}${json}`),
  {
    // Half a call does not run, however near its end it is.
    ...raw('arguments without their last brace', 'damianvtran/local-operator#223', (json) =>
      json.slice(0, -1),
    ),
    expect: { tools: [{ name: 'write_file', args: JSON.stringify(ARGS).slice(0, -1), ok: false }] },
  },
  kind('empty arguments of a tool that needs none', 'own: some models send no {} for no arguments', {
    apis: ['chat', 'responses'],
    phases: ANSWER_ONLY,
    says: () => [says('', { calls: [{ id: 'call_l1', name: 'list_files', args: {} }] }), says(ANSWER)],
    serve: ({ api }, said) =>
      api === 'chat'
        ? chat(said, {
            edit: (events) =>
              JSON.parse(
                JSON.stringify(events)
                  .replaceAll('"arguments":"{"', '"arguments":""')
                  .replaceAll('"arguments":"}"', '"arguments":""'),
              ) as Args[],
          })
        : responses(said),
    expect: { tools: [{ name: 'list_files', args: {} }], reasoning: '' },
  }),
]
