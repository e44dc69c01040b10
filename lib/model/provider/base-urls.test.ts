import { expect, it } from 'vitest'
import { baseUrlsOf, unlistedUrl } from './base-urls'

const OLLAMA = 'http://localhost:11434/v1'
it.each([
  ['http://localhost:11434/v1', [OLLAMA]],
  [' http://localhost:11434/v1/ ', [OLLAMA]],
  ['http://localhost:11434/v1/chat/completions', [OLLAMA]],
  ['http://localhost:11434/v1/models', [OLLAMA]],
  ['http://localhost:11434/v1/responses', [OLLAMA]],
  ['localhost:11434', ['http://localhost:11434', OLLAMA]],
  ['127.0.0.1:8080/v1', ['http://127.0.0.1:8080/v1']],
  ['gpu.local:8000/v1', ['http://gpu.local:8000/v1']],
  ['http://localhost:11434/api', ['http://localhost:11434/api', 'http://localhost:11434/api/v1', OLLAMA]],
  [
    'http://localhost:11434/api/chat',
    ['http://localhost:11434/api/chat', 'http://localhost:11434/api/chat/v1', OLLAMA],
  ],
  ['api.openai.com', ['https://api.openai.com', 'https://api.openai.com/v1']],
  [
    'https://openrouter.ai',
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai', 'https://openrouter.ai/v1'],
  ],
  [
    'https://openrouter.ai/api',
    ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/v1'],
  ],
  ['https://api.z.ai/api/paas/v4/chat/completions', ['https://api.z.ai/api/paas/v4']],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    ['https://generativelanguage.googleapis.com/v1beta/openai'],
  ],
  [
    'https://me.openai.azure.com',
    [
      'https://me.openai.azure.com/openai/v1',
      'https://me.openai.azure.com',
      'https://me.openai.azure.com/v1',
    ],
  ],
])('%s may mean these', (typed, urls) => expect(baseUrlsOf(typed)).toEqual(urls))

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  '',
  'http://me:secret@models.test/v1',
  'https://h.test/v1?key=1',
])('%s is refused', (typed) =>
  expect(() => baseUrlsOf(typed)).toThrow(/http or https|name or password|from the \?/),
)

it('without a list, the path given counts, else the known one, else /v1', () => {
  const of = (typed: string) => unlistedUrl(baseUrlsOf(typed))
  expect(of('https://me.openai.azure.com')).toBe('https://me.openai.azure.com/openai/v1')
  expect(of('https://models.test')).toBe('https://models.test/v1')
  expect(of('https://models.test/openai')).toBe('https://models.test/openai')
})
