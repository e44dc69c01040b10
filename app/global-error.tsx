'use client'

export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body
        style={{
          fontFamily: 'system-ui, sans-serif',
          display: 'grid',
          placeItems: 'center',
          minHeight: '100vh',
          margin: 0,
          background: '#faf8f3',
          color: '#23272b',
        }}
      >
        <main style={{ maxWidth: '28rem', padding: '1rem' }}>
          <h1 style={{ fontSize: '1.375rem', fontWeight: 500 }}>This page could not be loaded</h1>
          <p>Nothing you wrote is lost. See the server log for details.</p>
          <button
            type="button"
            onClick={() => retry()}
            style={{
              font: 'inherit',
              padding: '0.5rem 1rem',
              borderRadius: 6,
              border: 0,
              background: '#0f6560',
              color: '#fff',
            }}
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
