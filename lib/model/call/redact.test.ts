import { describe, expect, it } from 'vitest'
import { createRedact } from './redact'

const KEY = 'abc"DEF/123+xyz'
const redact = createRedact([KEY, null])
const plain = createRedact([])
/** Joined here, so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('')
const JWT = made(
  'eyJhbGciOiJIUzI1NiJ9',
  '.',
  'eyJzdWIiOiIxMjM0NTY3ODkwIn0',
  '.',
  'dozjgNryP4J3jVmNHl0w5N_XgL0',
)

describe('redaction', () => {
  it.each([
    [`Incorrect API key provided: ${KEY}.`],
    [`at https://x.test/?k=${encodeURIComponent(KEY)}`],
    [JSON.stringify({ key: KEY })],
    [`Bearer ${KEY}`],
  ])('removes the key from %s', (text) => {
    expect(redact(text)).not.toMatch(/DEF/)
    expect(redact(text)).toContain('[key]')
  })

  it.each([
    [
      'Incorrect API key provided: sk-proj-Ab12*****xYz9. You can',
      'Incorrect API key provided: [key]. You can',
    ],
    ['authorization: Bearer eyJhbGciOi.J9', 'authorization: Bearer [key]'],
    ['api_key=0123456789abc&x=1', 'api_key=[key]&x=1'],
    ['cannot reach http://user:secret@host.test/v1', 'cannot reach http://[key]@host.test/v1'],
  ])('removes what looks like one: %s', (text, clean) => expect(plain(text)).toBe(clean))

  it.each([
    made('sk-', 'T3BlbkFJx8dE2mQ9vR4kL7pW1zYcN5uH'),
    made('sk-proj-', 'Ab12cd34Ef56gh78Ij90kl12Mn34'),
    made('sk-ant-', 'api03-kX9fQ2mZ7vB4nR8tY1pL5wD3'),
    made('sk-or-v1-', '9f86d081884c7d659a2feaa0c55ad015'),
    'sk-****************wxyz',
    'sk-ab...9xyz',
    made('AIza', 'SyD9mK3vX8pQ2rT7wZ4bN6cL1hJ5gF0aE'),
    made('ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'),
    made('gho_', '16C7e42F292c6912E7710c838347Ae178B4a'),
    made('github_pat_', '11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ'),
    made('glpat-', 'x7Kq9mZ2vB4nR8tY1pL5'),
    made('xoxb-', '123456789012-1234567890123-AbCdEfGhIjKl'),
    made('AKIA', 'IOSFODNN7EXAMPLE'),
    made('ASIA', 'IOSFODNN7EXAMPLE'),
    made('hf_', 'kX9fQ2mZ7vB4nR8tY1pL5wD3cG6h'),
    made('npm_', 'kX9fQ2mZ7vB4nR8tY1pL5wD3cG6hJ0sA'),
    made('rk_', 'live_51HxQ2mZ7vB4nR8tY1pL5wD3'),
    made('SG.', 'kX9fQ2mZ7vB4nR8tY1pL5w.D3cG6hJ0sA'),
    JWT,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
  ])('removes a key by its form: %s', (key) => {
    expect(plain(`It says ${key} there.`)).toBe('It says [key] there.')
  })

  it.each([
    ['Authorization: Bearer letmein', 'Authorization: Bearer [key]'],
    [`{"authorization":"Bearer ${JWT}"}`, '{"authorization":"Bearer [key]"}'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [key]'],
    [`with Bearer ${made('9f86d081', '884c7d659a2f')} in a trace`, 'with Bearer [key] in a trace'],
    ['curl -H "Basic dXNlcjpwYXNzd29yZA=="', 'curl -H "Basic [key]"'],
    ['x-api-key: 9f86d081884c7d65', 'x-api-key: [key]'],
    ['"apiKey":"q8Rt2Zx1"', '"apiKey":"[key]"'],
    ['client_secret=9f86d081884c7d659a2feaa0c55ad015', 'client_secret=[key]'],
    ['access_token: "bXktc2VjcmV0LXRva2Vu"', 'access_token: "[key]"'],
    ['postgres://app:hunter2@db.test/prod', 'postgres://[key]@db.test/prod'],
    ['https://host.test/v1?api_key=q8Rt2Zx1&x=1', 'https://host.test/v1?api_key=[key]&x=1'],
    ['redis://:p4ssw0rd@cache.test:6379', 'redis://[key]@cache.test:6379'],
  ])('removes a credential by its place: %s', (text, clean) => expect(plain(text)).toBe(clean))

  it.each([
    'Learn basic HTML before you learn React.',
    'A bearer bond belongs to whoever holds it.',
    'The ring bearer walked in; basic manners were kept.',
    'Bearer responsibilities: internationalization and documentation.',
    'Basic understanding of cryptography helps.',
    'Basic authentication sends a name and a password.',
    'Rotate access keys after an employee leaves.',
    'Use scikit-learn or sk-learn 1.5 for this.',
    'The locale sk-SK is Slovak.',
    'My desk-lamp and task-list are here, ask-me-anything too.',
    'The provider requires an API key (401). Ask your admin at /v1/chat.',
    'API key: required for every request.',
    'api key = the one from your account page',
    'Token: a word or a piece of one.',
    'Authorization: required.',
    'Access token: optional, see the manual.',
    'The secret: patience and butter.',
    'Password: choose a long one.',
    'Clone it with ssh://git@github.com/acme/app.git, please.',
    'See https://medium.com/@someone/a-long-article-about-tea.',
    'Write to ana@example.com or https://example.com/?to=ana@example.com.',
    'It took 1,024 tokens: 512 in, 512 out.',
    'token count: 120000',
    'The commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b fixed it.',
    '{"conversationId":"conv_4kx09d82hsqp10dkwmzpq81xa2","turnId":"turn_9a8b7c6d5e4f3a2b1c0d9e8f7a"}',
    'The id is 550e8400-e29b-41d4-a716-446655440000.',
    'mneme show conv_4kx09d82hsqp10dkwmzpq81xa2',
    'A basic income of 1200 euros; basic Mathematik8 is a course.',
    'Press Ctrl-S to save; risk-free, whisk-like.',
    'Use {"maxTokens":4096,"tokenBudget":8000} in the request.',
  ])('leaves an ordinary sentence alone: %s', (sentence) => expect(plain(sentence)).toBe(sentence))

  it('ignores a placeholder for a key', () => {
    const said = 'a test: is ollama running at ollama:11434?'
    expect(createRedact(['a', 'test', 'ollama', null])(said)).toBe(said)
    expect(createRedact(['pass1', 'correcthorse'])('pass1 correcthorse')).toBe('[key] [key]')
  })
})
