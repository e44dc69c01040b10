'use client'

import { useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { signIn } from '../actions/access'

export function AccessForm() {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, start] = useTransition()
  const submit = (form: FormData) =>
    start(async () => {
      const result = await signIn({ token: String(form.get('token') ?? '') }).catch(() => null)
      if (result?.ok) window.location.assign('/')
      else
        setProblem(
          result
            ? [result.error.message, result.error.hint].filter(Boolean).join(' ')
            : 'The server is not responding. Try again.',
        )
    })
  return (
    <form action={submit} className="flex flex-col gap-3">
      <label className="flex flex-col gap-1.5 font-medium text-sm">
        Access token
        <input
          name="token"
          type="password"
          autoComplete="current-password"
          required
          // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
          autoFocus
          aria-describedby={problem ? 'problem' : undefined}
          className="h-11 rounded-md border border-line-strong bg-raised px-3 text-base outline-none focus-visible:border-accent"
        />
      </label>
      {problem && (
        <p id="problem" role="alert" className="text-error text-sm">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? 'Checking…' : 'Sign in'}
      </Button>
    </form>
  )
}
