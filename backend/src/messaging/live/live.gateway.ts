import type { IncomingMessage } from 'node:http';
import { UseFilters } from '@nestjs/common';
import {
  BaseWsExceptionFilter,
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  type OnGatewayConnection,
} from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { Access } from '../../platform/http/access.decorator.js';
import { LiveHubService } from './live-hub.service.js';
import type { MessageOf } from './live.messages.js';

/**
 * The WebSocket at /ws (security T11). LiveWsAdapter refuses handshakes and delivers the messages of each socket in order; LiveHubService
 * holds sockets and subscriptions. The filter must not return the message that failed: it may carry a token.
 */
@WebSocketGateway({ path: '/ws' })
@Access('public')
@UseFilters(new BaseWsExceptionFilter({ includeCause: false }))
export class LiveGateway implements OnGatewayConnection<WebSocket> {
  constructor(private readonly hub: LiveHubService) {}

  handleConnection(client: WebSocket, request: IncomingMessage): void {
    this.hub.add(client, request);
  }

  @SubscribeMessage('auth')
  authenticate(@ConnectedSocket() client: WebSocket, @MessageBody() { token }: MessageOf<'auth'>): Promise<void> {
    return this.hub.authenticate(this.hub.socketOf(client), token);
  }

  @SubscribeMessage('subscribe')
  subscribe(@ConnectedSocket() client: WebSocket, @MessageBody() { topics, missed }: MessageOf<'subscribe'>): Promise<void> {
    return this.hub.subscribe(this.hub.socketOf(client), topics, missed);
  }

  @SubscribeMessage('unsubscribe')
  unsubscribe(@ConnectedSocket() client: WebSocket, @MessageBody() { topics }: MessageOf<'unsubscribe'>): void {
    this.hub.unsubscribe(this.hub.socketOf(client), topics);
  }

  @SubscribeMessage('ping')
  ping(@ConnectedSocket() client: WebSocket): void {
    this.hub.pong(this.hub.socketOf(client));
  }
}
