import type { Kind, Outcome, Phase, Reply } from '../kind'
import { document, plain } from '../wire-chat'

const WORDS = 'The model llama is not loaded here'
const BOTH = ['chat', 'responses'] as const

/** The words of the service reach the person, whatever they are wrapped in. */
const body = (name: string, source: string, reply: Reply, more: Partial<Outcome> = {}): Kind => ({
  name: `error as ${name}`,
  source,
  apis: BOTH,
  phases: ['answer', 'notes'],
  serve: () => reply,
  expect: (phase: Phase) =>
    phase === 'notes'
      ? { note: null, mostRequests: 4 }
      : {
          status: 'failed',
          answer: '',
          failure: /The model llama is not loaded here/,
          tools: [],
          reasoning: null,
          mostRequests: reply.status < 400 || reply.status >= 500 ? 4 : 1,
          ...more,
        },
})
const html = `<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>`

export const errorBodies: Kind[] = [
  body(
    '{detail}',
    'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    document(400, { detail: WORDS }),
  ),
  body(
    '{detail: [{msg}]}',
    'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    document(422, { detail: [{ loc: ['body'], msg: WORDS, type: 'value_error' }] }),
  ),
  body(
    '{detail: {message}}',
    'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    document(400, { detail: { message: WORDS } }),
  ),
  body(
    '{message}',
    'https://inference-docs.cerebras.ai/support/error',
    document(400, { message: WORDS, type: 'invalid_request_error' }),
  ),
  body(
    '{object: error}',
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    document(400, { object: 'error', message: WORDS, type: 'BadRequestError', param: null, code: 400 }),
  ),
  body('{error: text}', 'https://lmstudio.ai/docs/app/api/endpoints/openai', document(400, { error: WORDS })),
  body(
    '{error: {message: {…}}}',
    'https://github.com/BerriAI/litellm',
    document(400, { error: { message: { error: { message: WORDS } } } }),
  ),
  body(
    '{error: {message: JSON}}',
    'RooCodeInc/Roo-Code#9499',
    document(400, {
      error: { message: JSON.stringify({ error: { code: 400, message: WORDS } }), code: 400 },
    }),
  ),
  body(
    '{error: {metadata: {raw}}}',
    'https://openrouter.ai/docs/api_reference/errors-and-debugging',
    document(400, {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: JSON.stringify({ error: { message: WORDS } }), provider_name: 'X' },
      },
    }),
  ),
  body(
    '{errors: [{message}]}',
    'https://developers.cloudflare.com/workers-ai/platform/errors/',
    document(400, { success: false, result: null, messages: [], errors: [{ code: 5007, message: WORDS }] }),
  ),
  body(
    '{errors: [text]}',
    'https://developers.cloudflare.com/workers-ai/platform/errors/',
    document(400, { errors: [WORDS] }),
  ),
  body('{msg}', 'MiniMax-AI/MiniMax-M2#109', document(400, { code: 1, msg: WORDS })),
  body(
    '{error_msg}',
    'https://ai.baidu.com/ai-doc/REFERENCE/Ck3dwjgn3',
    document(400, { error_code: 336, error_msg: WORDS }),
  ),
  body(
    '{base_resp: {status_msg}}, 200',
    'https://platform.minimax.io/docs/api-reference/errorcode',
    document(200, { id: 'x', choices: null, base_resp: { status_code: 1008, status_msg: WORDS } }),
  ),
  body(
    '{type: error, error}',
    'https://docs.anthropic.com/en/api/errors',
    document(400, { type: 'error', error: { type: 'invalid_request_error', message: WORDS } }),
  ),
  body(
    'a list',
    'Gitlawb/openclaude#67',
    document(400, [{ error: { code: 400, message: WORDS, status: 'INVALID_ARGUMENT' } }]),
  ),
  body('a JSON text', 'own: frameworks that send the message alone', document(400, JSON.stringify(WORDS))),
  body('plain text', 'https://docs.python.org/3/library/http.server.html', plain(400, WORDS)),
  body('plain text that says it is JSON', 'own: gateways', plain(400, WORDS, 'application/json')),
  body(
    'JSON that says it is text',
    'SaladDay/cc-switch-cli#170',
    plain(400, JSON.stringify({ error: { message: WORDS } }), 'application/octet-stream'),
  ),
  body(
    'an event',
    'own: gateways that always stream',
    plain(400, `data: ${JSON.stringify({ error: { message: WORDS } })}\n\n`, 'text/event-stream'),
  ),
  body(
    'an RFC 9457 problem',
    'https://www.rfc-editor.org/rfc/rfc9457',
    plain(
      400,
      JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400, detail: WORDS }),
      'application/problem+json',
    ),
  ),
  body('200 with {error}', 'Aider-AI/aider#3550', document(200, { error: { message: WORDS, code: 502 } })),
  body(
    '200 with {error: text}',
    'https://github.com/ollama/ollama/blob/main/server/routes.go',
    document(200, { error: WORDS }),
  ),
  body(
    '200 with {detail}',
    'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    document(200, { detail: WORDS }),
  ),
  body(
    '200 with an error event at once',
    'https://openrouter.ai/docs/api_reference/errors-and-debugging#mid-stream-errors',
    plain(
      200,
      `data: ${JSON.stringify({ error: { message: WORDS, code: 429 } })}\n\ndata: [DONE]\n\n`,
      'text/event-stream',
    ),
  ),
  body(
    '200 with an event: error',
    'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    plain(200, `event: error\ndata: ${JSON.stringify({ message: WORDS })}\n\n`, 'text/event-stream'),
  ),
  body('500 as plain text', 'https://docs.python.org/3/library/http.server.html', plain(500, WORDS)),
  body(
    '503 with {message}',
    'https://huggingface.co/docs/text-generation-inference/messages_api',
    document(503, { message: WORDS }),
  ),
  // A web page has no words of the service; its status and title are what there is.
  body(
    'a web page with 502',
    'https://nginx.org/en/docs/http/ngx_http_proxy_module.html',
    plain(502, html, 'text/html'),
    { failure: /502/ },
  ),
  body(
    'a web page with 403',
    'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/',
    plain(403, html.replaceAll('502 Bad Gateway', 'Just a moment...'), 'text/html'),
    { failure: /403/ },
  ),
  body('nothing, with 404', 'own: a path that does not exist', plain(404, ''), { failure: /404/ }),
  body('nothing, with 400', 'https://github.com/cerebras/inference-docs', plain(400, ''), { failure: /400/ }),
]
