export { VenueGateway } from './venue.gateway.js';
