// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConversationStore } from '@/components/chat/conversation/conversation-store'
import { ConversationProvider } from '@/components/chat/conversation/use-conversation'
import { fakeApi } from '@/components/chat/testing-api'
import { aPage, aTurn } from '@/components/chat/testing-fixtures'
import { UNREACHABLE } from '@/components/ui/call-action'
import { mount } from '@/components/ui/testing-mount'
import { limits } from '@/lib/shared/limits'
import { pastedFiles } from './files/use-file-drop'
import { useComposer } from './use-composer'
import { readDraft } from './use-draft'

vi.mock('@/components/chat/actions', () => ({ server: { waitingUploads: async () => ({ ok: false }) } }))

/** Every upload succeeds at once, under the name of its file. */
class Upload {
  upload = {}
  status = 200
  response: unknown = null
  onload = () => {}
  open() {}
  send(form: FormData) {
    const { name, size } = form.get('file') as File
    this.response = { uploads: [{ uploadId: name.replace(/\W/g, '_'), path: name, bytes: size }] }
    this.onload()
  }
}

let composer = {} as ReturnType<typeof useComposer>
const Box = ({ store }: { store: ConversationStore }) => {
  composer = useComposer({ store, draftKey: 'conv_1', chosen: {}, onAccepted: () => {}, onGiven: () => {} })
  return null
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('XMLHttpRequest', Upload)
  vi.useFakeTimers()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** A composer whose next message is on its way until `respond`. */
async function sending(text: string, files: File[] = []) {
  const turn = aTurn({ id: 'before' })
  const { api, put, refuseWith } = fakeApi([turn])
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  const store = new ConversationStore('conv_1', aPage([turn]), {
    api: { ...api, startTurn: (input) => response.then(() => api.startTurn(input)) },
    wait: async () => {},
    onFailure: () => {},
    now: () => new Date(),
  })
  await mount().render(
    <ConversationProvider store={store}>
      <Box store={store} />
    </ConversationProvider>,
  )
  await act(async () => composer.setText(text))
  await act(async () => composer.uploads.add(files))
  await act(async () => void composer.send())
  return { put, refuseWith, respond: () => act(async () => respond()) }
}
const file = (name: string) => new File(['text'], name)
const names = () => composer.uploads.uploads.map(({ name }) => name)

describe('a message on its way', () => {
  it('stays the draft until the server has it, however long that takes', async () => {
    const { respond } = await sending('hello')
    await act(async () => void vi.advanceTimersByTime(10 * limits.interface.draftDelayMs))
    expect([composer.text, readDraft('conv_1')]).toEqual(['', 'hello'])
    await respond()
    expect(readDraft('conv_1')).toBe('')
  })

  it('comes back with its files when it is refused, beside those that were added meanwhile', async () => {
    const { respond, refuseWith } = await sending('hello', [file('one.md')])
    await act(async () => composer.uploads.add([file('two.md')]))
    refuseWith({ code: 'queue_full', message: '10 messages are already waiting.' })
    await respond()
    expect([composer.text, names()]).toEqual(['hello', ['one.md', 'two.md']])
  })

  it('comes back with its files also when it is refused after a reload', async () => {
    await sending('hello', [file('one.md')])
    const kept = JSON.parse(sessionStorage.getItem('mneme.resend') ?? '')
    // The page that comes after the reload knows nothing of what this one is sending.
    sessionStorage.setItem(
      'mneme.resend',
      JSON.stringify({ ...kept, message: { ...kept.message, turnId: 'turn_before_reload' } }),
    )
    const { respond, refuseWith } = await sending('')
    expect(names()).toEqual([])
    refuseWith({ code: 'queue_full', message: '10 messages are already waiting.' })
    await respond()
    expect([composer.text, names()]).toEqual(['hello', ['one.md']])
  })

  it('leaves what was begun meanwhile when it turns out to have arrived', async () => {
    const { respond, refuseWith, put } = await sending('hello', [file('one.md')])
    await act(async () => composer.setText('and another'))
    refuseWith(UNREACHABLE)
    await respond()
    expect(composer.text).toBe('hello\nand another')
    put(aTurn({ id: JSON.parse(sessionStorage.getItem('mneme.resend') ?? '').message.turnId }))
    refuseWith(null)
    await act(() => vi.advanceTimersByTimeAsync(limits.runner.changePollMs))
    expect([composer.text, names()]).toEqual(['and another', []])
  })
})

it('two files of one name are two files, since the workspace keeps each under its name', async () => {
  await sending('hello')
  await act(async () => composer.uploads.add([file('README.md'), file('.env')]))
  await act(async () => composer.uploads.add([file('README.md'), file('README.md'), file('.env')]))
  const paths = composer.uploads.uploads.map(({ attachment }) => attachment?.path)
  expect(paths).toEqual(['README.md', '.env', 'README (2).md', 'README (3).md', '.env (2)'])
})

it('a file that is too large is told what the limit is for: making a PDF smaller would not help', async () => {
  await sending('hello')
  await act(async () => composer.uploads.add([new File(['x'.repeat(1_500_000)], 'report.pdf')]))
  expect(composer.uploads.uploads[0]?.error?.message).toMatch(
    /^report\.pdf is .+; the limit is .+ for text files\.$/,
  )
})

it.each([
  ['a file', ['Files'], 1],
  ['an image of a page', ['text/html', 'Files'], 1],
  ['a file with its name', ['text/plain', 'Files'], 1],
  ['cells of a spreadsheet, with their picture', ['text/plain', 'text/html', 'text/rtf', 'Files'], 0],
])('a paste of %s', (_, types, count) => {
  const files = [file('image.png')] as unknown as FileList
  expect(pastedFiles({ files, types })).toHaveLength(count)
})
