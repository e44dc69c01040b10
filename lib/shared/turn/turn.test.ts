import { describe, expect, it } from 'vitest'
import { withoutPrefix } from './depth'
import { imageTokens, summaryWithImages, withImageLines } from './images'
import { saidIn } from './said-in'

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

const cat = { path: 'cat.png', image: { mediaType: 'image/png' as const, width: 640, height: 480 } }

describe('tokens of an image', () => {
  it.each([
    // The examples of OpenAI's page.
    [1_024, 1_024, 765],
    [2_048, 4_096, 1_105],
    [512, 512, 255],
    [64, 48, 255],
    [1, 16_384, 85 + 170 * 4],
  ])('%i x %i: %i, by the published formula', (width, height, tokens) => {
    expect(imageTokens({ width, height })).toBe(tokens)
  })
})

describe('texts', () => {
  it('name the images of their message, and no file', () => {
    expect(withImageLines('Look', [cat, { path: 'a.md' }])).toBe('Look\n[image: cat.png, 640x480]')
    expect(withImageLines('Look', [])).toBe('Look')
  })
  it('of a summary name each once', () => {
    const once = summaryWithImages({ summary: 'A cat.', insights: [] }, [cat])
    expect(once.summary).toBe('A cat. [image: cat.png, 640x480]')
    expect(summaryWithImages(once, [cat])).toBe(once)
  })
})

it('a turn is cited for what was said in it, not for what was only asked', () => {
  const said = (userText: string, answer = 'Not at the opening.') => saidIn({ userText, answer })
  expect(said('The insurer is Guildhall.')).toBe('The insurer is Guildhall.')
  expect(said('May pupils solder?')).toBe('Not at the opening.')
  expect(said('May pupils solder?', '')).toBe('May pupils solder?')
})
