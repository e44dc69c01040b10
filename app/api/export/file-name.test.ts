import { describe, expect, it } from 'vitest'
import { attachment, exportName } from './file-name'

const now = new Date('2026-11-21T10:00:00Z')

describe('the name of an exported file', () => {
  it('is the date for everything and the title for one conversation', () => {
    expect(exportName(null, now)).toBe('mneme-2026-11-21.json')
    expect(exportName('My trip to Rome: day 1?', now)).toBe('my-trip-to-rome-day-1.json')
    expect(exportName('Größe & Ähnliches', now)).toBe('größe-ähnliches.json')
    expect(exportName('…', now)).toBe('mneme-2026-11-21.json')
  })

  it('never holds a path, a quote, a line break or half a character, whatever the title', () => {
    for (const title of [
      '../../etc/passwd',
      '"; filename="evil.exe',
      'a\r\nset-cookie: x=1',
      'C:\\con',
      `${'x'.repeat(59)}😀`,
      'a'.repeat(5_000),
    ]) {
      const name = exportName(title, now)
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,64}\.json$/u)
      expect(attachment(name)).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
    }
    expect(attachment(exportName('Поездка', now))).toBe(
      `attachment; filename="mneme.json"; filename*=UTF-8''${encodeURIComponent('поездка.json')}`,
    )
  })
})
