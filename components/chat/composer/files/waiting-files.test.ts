// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { dropWaiting, goneWords, keepWaiting, waitingFiles } from '../use-draft'

const file = (uploadId: string) => ({ uploadId, path: `${uploadId}.md`, bytes: 3 })

describe('files that wait with a draft', () => {
  beforeEach(() => localStorage.clear())

  it('are kept by the draft they belong to, each once, until they are dropped', () => {
    keepWaiting('c1', [file('a'), file('b')])
    keepWaiting('c1', [file('b'), file('c')])
    expect(waitingFiles('c1').map((one) => one.uploadId)).toEqual(['a', 'b', 'c'])
    expect(waitingFiles('c2')).toEqual([])
    dropWaiting('c1', ['a', 'b', 'c'])
    expect([waitingFiles('c1'), localStorage.length]).toEqual([[], 0])
  })

  it.each(['{', 'null', '[{"uploadId":"../x","path":"a","bytes":1}]', '"a"'])(
    'are none where the browser holds %s',
    (text) => {
      localStorage.setItem('mneme.draft-files.c1', text)
      expect(waitingFiles('c1')).toEqual([])
    },
  )

  it('are named when they are gone', () => {
    expect(goneWords([file('a')]).message).toBe('a.md is no longer attached.')
    expect(goneWords([file('a'), file('b')])).toEqual({
      message: '2 files are no longer attached.',
      hint: 'They were sent with another message or removed. Attach them again to send them.',
    })
  })
})
