import { describe, expect, it } from 'vitest'
import { createRedact } from './redact'

const KEY = 'abc"DEF/123+xyz'
const redact = createRedact([KEY, null])

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
      'Incorrect API key provided: [key] You can',
    ],
    ['authorization: Bearer eyJhbGciOi.J9', 'authorization: Bearer [key]'],
    ['api_key=0123456789abc&x=1', 'api_key=[key]&x=1'],
    ['cannot reach http://user:secret@host.test/v1', 'cannot reach http://[key]@host.test/v1'],
  ])('removes what looks like one: %s', (text, clean) => expect(createRedact([])(text)).toBe(clean))

  it('leaves ordinary sentences alone, and ignores a placeholder for a key', () => {
    const sentence = 'The provider requires an API key (401). Ask your admin at /v1/chat.'
    expect(createRedact(['a', null])(sentence)).toBe(sentence)
  })
})
