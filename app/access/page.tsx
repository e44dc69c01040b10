import { redirect } from 'next/navigation'
import { Brand } from '@/components/shell/brand'
import { env } from '@/lib/config/env'
import { AccessForm } from './access-form'

export const metadata = { title: 'Sign in · Mneme' }
export const dynamic = 'force-dynamic'

export default function AccessPage() {
  if (!env().MNEME_ACCESS_TOKEN) redirect('/')
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 px-6">
      <Brand className="size-12" />
      <h1 className="font-medium text-xl">Mneme</h1>
      <p className="text-ink-soft">
        This Mneme server is shared. Enter the access token you were given. You only need it once on this
        device.
      </p>
      <AccessForm />
    </main>
  )
}
