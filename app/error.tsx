'use client'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center gap-4 px-4">
      <h1 className="font-medium text-xl">This page could not be loaded</h1>
      <ErrorNote
        error={{
          message: 'Something went wrong while loading it.',
          hint: 'Nothing you wrote is lost. See the server log for details.',
        }}
        onRetry={() => retry()}
      >
        <Button size="sm" onClick={() => location.assign('/')}>
          New conversation
        </Button>
      </ErrorNote>
    </div>
  )
}
