'use client'
import { toast } from 'sonner'
import { Dialog } from '@/components/ui/dialog'
import type { ProviderDto } from '@/lib/shared/dto'
import { ProviderButtons, ProviderFields } from './provider-fields'
import { ServiceOffers } from './service-offers'
import { useProviderForm } from './use-provider-form'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export const ProviderDialog = ({ open, onOpenChange }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Connect a model" guarded>
    <Form onDone={() => onOpenChange(false)} />
  </Dialog>
)

function Form({ onDone }: { onDone: () => void }) {
  const form = useProviderForm({ connecting: true })
  const finish = (saved: ProviderDto | null) => {
    if (!saved) return
    if (saved.offline) toast('Saved, but no model is set, so the built-in engine still answers.')
    else if (saved.own?.unchecked)
      toast(
        `Saved without checking: “${saved.roles.reflective.model}” is not confirmed, so answers may fail.`,
      )
    else toast('Saved. It answers from your next message.')
    onDone()
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save().then(finish)
      }}
    >
      <ServiceOffers form={form} look />
      <ProviderFields form={form} saveUnchecked={() => void form.save({ unchecked: true }).then(finish)} />
      <div className="-bottom-5 -mx-5 -mb-5 sticky border-line border-t bg-raised px-5 py-3">
        <ProviderButtons form={form} />
      </div>
    </form>
  )
}
