export * from './generated/index.js';
export type { Client } from './generated/client/index.js';
export { connect, type Connection } from './connect.js';
export { items, pages } from './pages.js';
export { BackplaneError, isProblem, type Problem, type ProblemIn } from './problem.js';
