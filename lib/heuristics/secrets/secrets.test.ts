import { describe, expect, it } from 'vitest'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { holdsSecret, isSecretFact, isSecretStrategy } from './secrets'

describe('holdsSecret', () => {
  it.each([
    'my password is sunflower',
    'J@mJar2020 is my password.',
    'My PIN is 5093.',
    'My card number is 4242 4242 4242 4242.',
    'My IBAN is GB82 WEST 1234 5698 7654 32',
    'pay it to DE89370400440532013000',
    'a key: 1b72699971325f8516d45051b6ea63c87dcbe2c5',
    'postgres://app:Lantern-88@db.example.com/prod',
    'My account number is 60418273',
    'My seed phrase is cactus inner robot velvet sight museum paddle fiber twenty lunar scrap owner',
    'Hello.\n-----BEGIN RSA PRIVATE KEY-----\nabc',
  ])('sees the secret in %j', (text) => {
    expect(holdsSecret(text)).toBe(true)
  })

  it.each([
    'My card number is 4242 4242 4242 4243.',
    'GB83 WEST 1234 5698 7654 32 fails its check',
    'I forgot my password again.',
    'My password is not working.',
    'The timestamp is 1700000000.',
    'We run version 1.2.3.4 since 2024-03-17.',
    'Ring me on +44 7700 900123.',
    'The id is 550e8400-e29b-41d4-a716-446655440000.',
    'Rename getUserAccountSettingsById to readSettings.',
    'Please pin this note.',
    'Rotate access keys after an employee leaves.',
    'Rotate access keys: after an employee leaves',
    'Key rotation: Rotate access keys after an employee leaves.',
    'Use API keys to limit access.',
    'Secrets: keep API keys out of source code.',
    'Passwords: Never store them in plain text.',
    'The API key is per service.',
    'Access keys should be changed to new ones every 90 days.',
    'See conversation conv_4kx09d82hsqp10dkwmzpq81xa2 for it.',
    'The bearer of this letter is a friend.',
  ])('sees none in %j', (text) => {
    expect(holdsSecret(text)).toBe(false)
  })

  it('judges a strategy by its title with its content, and lets advice about secrets through', () => {
    const texts = { description: '', domain: 'security', tags: ['keys'] }
    const advice = [
      ['Access keys', 'Rotate them after an employee leaves.'],
      ['Passwords', 'Hash them with a salt before they are stored.'],
      ['Wi-Fi key', 'Put it on a card for the guests.'],
    ]
    for (const [title = '', content = ''] of advice)
      expect(isSecretStrategy({ ...texts, title, content })).toBe(false)
    const secrets = [
      ['password', 'hunter2-Xy9!'],
      ['Password', 'sunflower'],
      ['Wi-Fi key', 'purple horse battery staple'],
      ['API key', 'q8Rt2Zx1Lm0p'],
    ]
    for (const [title = '', content = ''] of secrets)
      expect(isSecretStrategy({ ...texts, title, content })).toBe(true)
    const fact = { subject: 'user', predicate: 'rotates', object: 'access keys after an employee leaves' }
    expect(isSecretFact(fact)).toBe(false)
    expect(isSecretFact({ subject: 'user', predicate: 'api key', object: 'q8Rt2Zx1Lm0p' })).toBe(true)
  })

  it.each([
    'my password is ',
    '1234 ',
    'AB12 ',
    'a1',
    'A1b2C3',
    'key-',
    'word ',
    '_',
    'a\n',
    'sk-é-',
    '漢。',
  ])('does not take the square of the length of a text of %j', { tags: 'full' }, (piece) => {
    const time = (length: number) => {
      const text = piece.repeat(length / piece.length)
      return Math.min(...Array.from({ length: 5 }, () => cpuMs(() => holdsSecret(text))))
    }
    time(25_000)
    expect(time(100_000) / Math.max(5, time(25_000))).toBeLessThan(8)
  })
})
