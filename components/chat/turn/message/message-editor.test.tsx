// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { MessageEditor } from './message-editor'

const message = (isEdited: boolean) => (
  <section tabIndex={-1}>
    {isEdited && (
      <MessageEditor
        text="Hello"
        label="Edit message"
        action="Send"
        onSave={async () => null}
        onCancel={() => {}}
      />
    )}
  </section>
)

it('gives the focus to the message when it closes, unless it is elsewhere', async () => {
  const { host, render } = mount()
  await render(message(true))
  host.querySelector('textarea')?.focus()
  await render(message(false))
  expect(document.activeElement).toBe(host.querySelector('section'))
  await render(message(true))
  const other = document.createElement('input')
  host.append(other)
  other.focus()
  await render(message(false))
  expect(document.activeElement).toBe(other)
})
