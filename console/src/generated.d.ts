declare module 'generated:operations' {
  const operations: unknown;
  export default operations;
}

declare module 'generated:workflows' {
  const workflows: unknown;
  export default workflows;
}
