'use client'
import { toast } from 'sonner'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ProviderFields, TestResult } from './provider-fields'
import { useProviderForm } from './use-provider-form'

/** Connects a model service, with a test call before anything is saved. */
export const ProviderDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Connect a provider" description="Any service that speaks OpenAI's protocol.">
    <Form onDone={() => onOpenChange(false)} />
  </Dialog>
)

function Form({ onDone }: { onDone: () => void }) {
  const form = useProviderForm({ connecting: true })
  const save = async () => {
    if (form.nothingTyped) return void form.runTest()
    const saved = await form.save()
    if (!saved) return
    if (saved.offline) toast('Saved, but no provider is named yet: the built-in engine goes on answering.')
    else if (form.test.state === 'failed') toast('Saved. The test call did not pass, so answers may fail.')
    else toast('The provider is saved. It answers from the next message on.')
    onDone()
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ProviderFields form={form} more={false} />
      <TestResult form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void form.runTest()} disabled={form.test.state === 'testing'}>
          {form.test.state === 'testing' ? 'Testing…' : 'Test connection'}
        </Button>
        <Button look="primary" type="submit" disabled={form.saving}>
          {form.saving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
