import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from './redact'

const KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'
const typesIn = (text: string) => redact(text).found.map(({ type }) => type)

describe('redact', () => {
  it.each([
    ['Write to ana.b+news@mail.example.co.uk.', 'Write to [e-mail].'],
    ['ana [at] example [dot] com', '[e-mail]'],
    ['Call (415) 555-1234 now', 'Call [phone] now'],
    ['My number: +44 20 7946 0958.', 'My number: [phone].'],
    ['+1-202-555-0143x12', '[phone]'],
    ['+49 (0)30 901820', '[phone]'],
    ['06 12 34 56 78', '[phone]'],
    ['0171-2345678', '[phone]'],
    ['text me at 9469 9966', 'text me at [phone]'],
    ['Mobile: 4155551234', 'Mobile: [phone]'],
    ['Pay with 4242 4242 4242 4242 12/27', 'Pay with [card] 12/27'],
    ['3782-822463-10005', '[card]'],
    ['4242-4242-4242-4242-123', '[card]-123'],
    ['to DE89 3704 0044 0532 0130 00 BIC COBADEFF', 'to [IBAN] BIC COBADEFF'],
    ['iban gb82west12345698765432', 'iban [IBAN]'],
    ['SSN 123-45-6789', 'SSN [SSN]'],
    ['social security number: 123456789', 'social security number: [SSN]'],
    ['from 203.0.113.7 and 2001:db8::ff00:42:8329', 'from [IP address] and [IP address]'],
    ['ping fe80::1', 'ping [IP address]'],
    ['2001:db8:0:0:1:0:0:1: no route, fe80::1:2: refused', '[IP address] no route, [IP address] refused'],
    [`OPENAI_API_KEY=sk-proj-${KEY}`, 'OPENAI_API_KEY=[key]'],
    [`sk-ant-api03-${KEY}-AA`, '[key]'],
    [`token github_pat_${KEY}`, 'token [key]'],
    ['curl -u ana:pw https://ana:secret1@example.com/', 'curl -u ana:pw https://ana:[key]@example.com/'],
    ['password=hunter2', 'password=[password]'],
    ['{"password": "hunter two"}', '{"password": "[password]"}'],
    ['password=a,b&c;d and more', 'password=[password] and more'],
    ['?password=otters&next=/', '?password=[password]&next=/'],
    ['Password=otters;Database=x', 'Password=[password];Database=x'],
    ['PASSWORD = correct-horse', 'PASSWORD = [password]'],
    ['my password is "correct horse battery staple"', 'my password is "[password]"'],
    ['card 4111111111111111 cvv 123', 'card [card] cvv [password]'],
    ['Authorization: Basic dXNlcjpwYXNzd29yZA==', 'Authorization: Basic [key]'],
    ['my number is 07700900123', 'my number is [phone]'],
    ['my password is sunflower', 'my password is [password]'],
    ['Her PIN is 5093.', 'Her PIN is [password].'],
    ['I live at 221B Baker Street, Apt. 4', 'I live at [address]'],
    ['Hauptstraße 12 in Köln', '[address] in Köln'],
    ['My name is Ana Berg. Ana Berg likes tea.', 'My name is [name]. [name] likes tea.'],
    ['Ask Dr. Lena van der Berg', 'Ask Dr. [name]'],
    ['My sister Ana decides', 'My sister [name] decides'],
  ])('%j becomes %j', (text, redacted) => {
    expect(redact(text).text).toBe(redacted)
  })

  it('removes a private key as a whole, also a cut one', () => {
    const body = `${KEY}\n${KEY}\n`
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${body}-----END RSA PRIVATE KEY-----`
    expect(redact(`a\n${key}\nb`).text).toBe('a\n[key]\nb')
    expect(redact(`-----BEGIN PRIVATE KEY-----\n${body}`).text).not.toContain(KEY)
  })

  it.each([
    'ts 1700000000',
    'ms 1700000000000',
    'version 1.2.3.4',
    'Chrome/120.0.6099.109',
    '2024-03-17 12:30:45',
    '01-02-2024',
    'order 12345678',
    '4242 4242 4242 4243',
    'GB83 WEST 1234 5698 7654 32',
    'ISBN 978-3-16-148410-0',
    '127.0.0.1:3000 and ::1',
    'std::vector and a::b',
    'Smith (2019) 245-267',
    'git@github.com:ana/app.git',
    'react@19.2.6',
    '@ana and score @ home',
    '550e8400-e29b-41d4-a716-446655440000',
    'sha 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
    '1 000 000 000',
    'pip install foo==1.2.3.4',
    '1.2.3.4 was released',
    'text 12345678 bytes',
    'call foo(12345678)',
    'password: "Enter your password"',
    'The password is hashed with bcrypt.',
    'password: string',
    'password = os.environ["PASSWORD"]',
    'const token = await getToken()',
    'My password is too long.',
    'the key: value pairs',
    'call me at 10:30 on 2024-03-17',
    'Dear all, hello world',
  ])('leaves %j alone', (text) => {
    expect(redact(text)).toEqual({ text, found: [] })
  })

  it('gives places in the text as it was, and one place where two overlap', () => {
    const text = 'é ana@example.com, 192.0.2.7'
    const { found } = redact(text)
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['ana@example.com', '192.0.2.7'])
    expect(typesIn(`password=sk-${KEY}`)).toEqual(['key'])
  })

  it('changes nothing more the second time', () => {
    const piece = fc.constantFrom(
      'ana@example.com',
      '(415) 555-1234',
      '4242424242424242',
      'password=',
      'hunter2',
      `sk-${KEY}`,
      '192.0.2.7',
      '221B Baker Street',
      'My name is Ana Berg',
      'Mr. ',
      'call ',
      ': ',
      ' ',
      '\n',
      'Apt. 4',
      '12345',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redact(pieces.join(' ')).text
        expect(redact(once).text).toBe(once)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})
