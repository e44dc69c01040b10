import { describe, expect, it } from 'vitest'
import { withoutPrefix } from './depth'

describe('the prefix of a message', () => {
  it.each([
    ['!reflect Why?', { text: 'Why?', depth: 'deep' }],
    ['/reflect  Why?', { text: 'Why?', depth: 'deep' }],
    ['/FAST Why?', { text: 'Why?', depth: 'simple' }],
    ['/reflect', { text: '', depth: 'deep' }],
    ['/reflecting on it', { text: '/reflecting on it' }],
    ['What does /reflect do?', { text: 'What does /reflect do?' }],
    ['!fast', { text: '!fast' }],
  ])('of %j is taken off', (message, expected) => {
    expect(withoutPrefix(message)).toEqual(expected)
  })
})
