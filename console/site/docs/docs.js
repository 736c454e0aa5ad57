// Shows the API reference. Requests go to the address of this page, with a token that the reader enters.

const answer = await fetch('/docs/backplane.yaml');

window.Scalar.createApiReference('#reference', {
  content: await answer.text(),
  servers: [{ url: window.location.origin }],
  authentication: {
    preferredSecurityScheme: 'token',
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Locally, `./backplane token` prints one.' } },
  },
  // Nothing is requested from another address, and nothing is kept when the page is closed.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
});
