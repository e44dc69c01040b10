import { expect, it } from 'vitest'
import { baseUrlSchema } from './base-url'

const ODD: [string, RegExp][] = [
  ['file:///etc/passwd', /http or https/],
  ['ftp://models.test/v1', /http or https/],
  ['data:text/plain,hello', /http or https/],
  ['javascript:alert(1)', /http or https/],
  ['blob:http://models.test/1', /http or https/],
  ['gopher://models.test:70/_x', /http or https/],
  ['ws://models.test/v1', /http or https/],
  ['unix:/var/run/docker.sock', /http or https/],
  ['//models.test/v1', /http or https/],
  ['models.test/v1', /http or https/],
  ['', /http or https/],
  ['http://', /http or https/],
  ['http:///v1', /http or https/],
  ['https:///v1', /http or https/],
  ['http://me:secret@models.test/v1', /name or password/],
  ['http://models.test@127.0.0.1/v1', /name or password/],
  ['http://models.test/v1?api-key=1', /from the \? or # on/],
  ['http://models.test/v1?', /from the \? or # on/],
  ['http://models.test/v1#/chat', /from the \? or # on/],
]

it.each(ODD)('%s is refused with what to do', (address, words) => {
  const parsed = baseUrlSchema.safeParse(address)
  expect(parsed.error?.issues[0]?.message).toMatch(words)
  expect(parsed.error?.issues[0]?.message).not.toContain('secret')
})

it.each([
  'http://127.0.0.1:11434/v1',
  'https://openrouter.ai/api/v1/',
  'HTTP://Models.test',
  'http://[fd00::1]:8080/v1',
])('%s is taken (control)', (address) => expect(baseUrlSchema.safeParse(address).success).toBe(true))
