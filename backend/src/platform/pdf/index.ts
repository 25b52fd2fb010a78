export { PdfLayout, type PdfColumn } from './pdf-layout.writer.js';
